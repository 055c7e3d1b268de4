'use strict';
/*
 * The timeline of a report, and its tables for a part of the time. Names in the data are other people's text: they
 * become text nodes, never markup. Times are nanoseconds from the trace's start, exact in a number for 104 days.
 */
(async () => {
const $ = id => document.getElementById(id);
const RUNNING = 0, READY = 1, WAITING = 2, IDLE = 3, CLIPPED = 4;
const STATES = ['running', 'ready', 'waiting', 'idle'];
const GUTTER = 240, STATE_HEIGHT = 16, EVENT_HEIGHT = 13, GAP = 3, MOST_ROWS = 3;
const OVERVIEW_HEIGHT = 64, SHORTEST_VIEW = 1000, LONGEST_LIST = 100;

// ---- The data

/** As Timeline writes it. */
async function readData() {
    const text = atob($('data').textContent);
    $('data').remove();
    const packed = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let at = 0;
    const number = () => {
        const negative = bytes[at] & 1;
        let value = 0, factor = 1, byte;
        do {
            byte = bytes[at++];
            value += (byte & 127) * factor;
            factor *= 128;
        } while (byte > 127);
        return negative ? -(value + 1) / 2 : value / 2;
    };
    const column = (Type, length) => {
        const values = new Type(length);
        for (let i = 0; i < length; i++) values[i] = number();
        return values;
    };
    const length = number();
    const data = JSON.parse(new TextDecoder().decode(bytes.subarray(at, at + length)));
    at += length;
    const {sliceCount, eventCount} = data;
    const slices = {};
    slices.thread = column(Int32Array, sliceCount);
    slices.start = column(Float64Array, sliceCount);
    slices.end = column(Float64Array, sliceCount);
    slices.kind = column(Uint8Array, sliceCount);
    for (const name of ['processor', 'reason', 'readiedBy', 'instead']) slices[name] = column(Int32Array, sliceCount);
    // A start is told from the end before, an end from its start.
    for (let i = 0, end = 0; i < sliceCount; i++) {
        if (i === 0 || slices.thread[i] !== slices.thread[i - 1]) end = 0;
        slices.start[i] += end;
        end = slices.end[i] += slices.start[i];
    }
    const columns = ['thread', 'start', 'duration', 'type', 'detail', 'running', 'ready', 'waiting', 'unknown',
        'longestReady', 'reason', 'displacedBy', 'displaced'].map(name => [name, column(Float64Array, eventCount)]);
    const events = Array.from({length: eventCount}, (_, i) => {
        const event = Object.fromEntries(columns.map(([name, values]) => [name, values[i]]));
        event.end = event.start + event.duration;
        return event;
    });
    return {...data, slices, events};
}

const data = await readData();
const {sliceCount, slices, threads, texts, meanings, events} = data;
const textOf = index => index < 0 ? null : texts[index];

/** Slices that do not overlap, lane after lane, and how long each kind lasted up to each of them. */
class Store {
    constructor(start, end, kind, kinds) {
        Object.assign(this, {start, end, kind});
        this.sums = Array.from({length: kinds}, () => new Float64Array(start.length + 1));
        for (let i = 0; i < start.length; i++) {
            for (const sum of this.sums) sum[i + 1] = sum[i];
            this.sums[kind[i]][i + 1] += end[i] - start[i];
        }
    }

    /** The first slice of a lane that ends after a time. */
    find(lane, time, from = lane.first) {
        let low = from, high = lane.last;
        while (low < high) {
            const middle = (low + high) >>> 1;
            if (this.end[middle] > time) high = middle; else low = middle + 1;
        }
        return low;
    }

    /** How long a lane was of a kind from one time to another, which the slices i and j are the first to end after. */
    time(lane, kind, from, to, i = this.find(lane, from), j = this.find(lane, to, i)) {
        const part = (slice, time) => slice < lane.last && this.kind[slice] === kind && this.start[slice] < time
            ? time - this.start[slice] : 0;
        return this.sums[kind][j] - this.sums[kind][i] + part(j, to) - part(i, from);
    }
}

const kinds = slices.kind.map(kind => kind & 3);
const states = new Store(slices.start, slices.end, kinds, 4);
const threadLanes = threads.map((thread, index) => (
    {index, thread, first: 0, last: 0, rows: [], totals: [0, 0, 0, 0], longest: 0, states, isThread: false}));
for (let i = 0; i < sliceCount; i++) {
    const lane = threadLanes[slices.thread[i]];
    if (lane.last === 0) lane.first = i;
    lane.last = i + 1;
    lane.isThread ||= kinds[i] !== IDLE;
    lane.totals[kinds[i]] += slices.end[i] - slices.start[i];
    if (kinds[i] === READY) lane.longest = Math.max(lane.longest, slices.end[i] - slices.start[i]);
}

/** Events of a thread can lie in each other; each goes into the first row where there is room. */
for (const event of events) {
    if (event.thread < 0) continue;
    const lane = threadLanes[event.thread];
    lane.isThread = true;
    let row = lane.rows.find(each => each[each.length - 1].end <= event.start);
    if (!row) lane.rows.push(row = []);
    row.push(event);
}

/** Whose running is told from that of others on the processors: the JVM's, else the process that ran most. */
const merged = threads.some(thread => thread.jvm);
const focus = merged ? threads.find(thread => thread.jvm).process : busiestProcess();
function busiestProcess() {
    const times = new Map();
    for (const lane of threadLanes) {
        times.set(lane.thread.process, (times.get(lane.thread.process) ?? 0) + lane.totals[RUNNING]);
    }
    return [...times].reduce((most, each) => each[1] > most[1] ? each : most, ['', 0])[0];
}

const [processorStore, processorLanes] = (() => {
    const own = [];
    for (let i = 0; i < sliceCount; i++) if (kinds[i] === RUNNING || kinds[i] === IDLE) own.push(i);
    const order = Uint32Array.from(own)
        .sort((a, b) => slices.processor[a] - slices.processor[b] || slices.start[a] - slices.start[b]);
    const pick = (values, Type) => Type.from(order, i => values[i]);
    const store = new Store(pick(slices.start, Float64Array), pick(slices.end, Float64Array), Uint8Array.from(order,
        i => kinds[i] === IDLE ? IDLE : threads[slices.thread[i]].process === focus ? 0 : 1), 4);
    store.slice = order;
    const lanes = [];
    order.forEach((slice, i) => {
        let lane = lanes[lanes.length - 1];
        if (!lane || lane.processor !== slices.processor[slice]) {
            lanes.push(lane = {processor: slices.processor[slice], first: i, rows: [], states: store});
        }
        lane.last = i + 1;
    });
    return [store, lanes];
})();

const KINDS_OF_EVENTS = [
    ['pause', /GC|Safepoint|VMOperation/],
    ['lock', /MonitorEnter|Park/],
    ['sleep', /Sleep|MonitorWait/],
    ['io', /File|Socket/],
];
const kindsOfTypes = texts.map(text => (KINDS_OF_EVENTS.find(([, types]) => types.test(text)) ?? ['rest'])[0]);

// ---- What is shown, which the address holds

const view = {from: data.from, to: data.to, range: null, chosen: null, thread: -1, filter: '', sort: 'ready'};

function clampView() {
    const length = Math.min(Math.max(view.to - view.from, SHORTEST_VIEW), data.to - data.from);
    view.from = Math.min(Math.max(view.from, data.from), data.to - length);
    view.to = view.from + length;
}

const inSeconds = nanos => (nanos / 1e9).toFixed(9);

function address() {
    const parts = new URLSearchParams();
    if (view.from > data.from || view.to < data.to) {
        parts.set('from', inSeconds(view.from));
        parts.set('to', inSeconds(view.to));
    }
    if (view.range) parts.set('range', view.range.map(inSeconds).join(','));
    if (view.thread >= 0) parts.set('thread', view.thread);
    if (view.chosen) parts.set('chosen', [...view.chosen.slice(0, 2), inSeconds(view.chosen[2])].join(','));
    if (view.filter) parts.set('filter', view.filter);
    if (view.sort !== 'ready') parts.set('sort', view.sort);
    if (document.documentElement.dataset.theme) parts.set('theme', document.documentElement.dataset.theme);
    return '#' + parts;
}

function restore() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const nanos = text => Math.round(Number(text) * 1e9) || 0;
    view.from = parts.has('from') ? nanos(parts.get('from')) : data.from;
    view.to = parts.has('to') ? nanos(parts.get('to')) : data.to;
    const range = (parts.get('range') ?? '').split(',').map(nanos);
    view.range = range.length === 2 && range[0] < range[1] ? range : null;
    view.thread = threads[parts.get('thread')] ? Number(parts.get('thread')) : -1;
    const chosen = (parts.get('chosen') ?? '').split(',');
    view.chosen = chosen.length === 3 ? [chosen[0], Number(chosen[1]), nanos(chosen[2])] : null;
    view.filter = parts.get('filter') ?? '';
    view.sort = $('sort').querySelector(`[value="${CSS.escape(parts.get('sort') ?? '')}"]`)
        ? parts.get('sort') : 'ready';
    const theme = parts.get('theme');
    if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
    $('filter').value = view.filter;
    $('sort').value = view.sort;
    clampView();
}

let addressTimer = 0;
let restored = '';
function noteAddress() {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
        restored = address();
        history.replaceState(null, '', restored);
    }, 150);
}

// ---- Words

const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
const micros = nanos => Math.floor((Math.abs(nanos) + 500) / 1000);
const sign = nanos => nanos < 0 ? '-' : '';
const millis = nanos => {
    const all = micros(nanos);
    return `${sign(nanos)}${grouped(Math.floor(all / 1000))}.${String(all % 1000).padStart(3, '0')}`;
};
const seconds = nanos => {
    const all = micros(nanos);
    return `${sign(nanos)}${Math.floor(all / 1e6)}.${String(all % 1e6).padStart(6, '0')}`;
};

/** For people, in the unit that suits it. */
function length(nanos) {
    for (const [unit, size] of [['s', 1e9], ['ms', 1e6], ['µs', 1e3]]) {
        if (nanos >= size) return `${Number((nanos / size).toPrecision(4))} ${unit}`;
    }
    return `${nanos} ns`;
}

/** The clock on the wall, in UTC. */
function clock(nanos) {
    const time = BigInt(data.start) + BigInt(Math.round(nanos));
    const date = new Date(Number(time / 1000000n)).toISOString();
    return `${date.slice(11, 23)}${String(time / 1000n % 1000n).padStart(3, '0')}`;
}

const causes = {
    Readied: 'made ready by another thread', Preempted: 'another thread took the processor',
    QuantumEnd: 'its time slice was used up', Yielded: 'it gave the processor away', Started: 'it started',
};

function reason(index) {
    const text = textOf(index);
    return text === null ? 'not told' : `${text}: ${meanings[index] ?? causes[text] ?? 'not known'}`;
}

function element(tag, text, attributes = {}) {
    const made = document.createElement(tag);
    if (text !== null) made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
}

function swatch(name) {
    const made = element('i', '');
    made.style.background = `var(--${name})`;
    return made;
}

// ---- Lanes

let lanes = [];

const matches = thread => {
    const wanted = view.filter.toLowerCase();
    return thread.name.toLowerCase().includes(wanted) || thread.process.toLowerCase().includes(wanted);
};

const keys = {
    ready: lane => lane.totals[READY], longest: lane => lane.longest, running: lane => lane.totals[RUNNING],
    waiting: lane => lane.totals[WAITING],
};

function layOut() {
    const chosen = threadLanes.filter(lane => lane.isThread && matches(lane.thread));
    chosen.sort((a, b) => b.thread.jvm - a.thread.jvm
        || (view.sort === 'name' ? a.thread.name.localeCompare(b.thread.name) : keys[view.sort](b) - keys[view.sort](a))
        || a.index - b.index);
    lanes = [...processorLanes, ...chosen];
    let top = 0;
    for (const lane of lanes) {
        lane.top = top;
        lane.height = STATE_HEIGHT + 2 * GAP + Math.min(lane.rows.length, MOST_ROWS) * EVENT_HEIGHT;
        top += lane.height;
    }
    $('room').style.height = `${Math.max(top, $('scroll').clientHeight)}px`;
}

// ---- Drawing

const canvas = $('lanes'), head = $('head');
const pen = canvas.getContext('2d'), headPen = head.getContext('2d');
let width = 0, height = 0, colours = {}, overview = null;
const FONT = '12px system-ui, "Segoe UI", Roboto, sans-serif';
const SMALL = '10.5px system-ui, "Segoe UI", Roboto, sans-serif';

const scale = () => (width - GUTTER) / (view.to - view.from);
const xOf = time => GUTTER + (time - view.from) * scale();
const timeAt = x => view.from + (x - GUTTER) / scale();

function readColours() {
    const probe = element('i', '');
    $('timeline').append(probe);
    for (const name of ['paper', 'line', 'text', 'dim', 'accent', 'marked', 'running', 'ready', 'waiting', 'other',
        'idle', 'pause', 'lock', 'sleep', 'io', 'rest', 'ink']) {
        probe.style.color = `var(--${name})`;
        colours[name] = getComputedStyle(probe).color;
    }
    probe.remove();
}

function resize() {
    const ratio = devicePixelRatio || 1;
    width = $('scroll').clientWidth;
    height = $('scroll').clientHeight;
    for (const [each, itsPen, itsHeight] of [[canvas, pen, height], [head, headPen, head.clientHeight]]) {
        each.width = Math.round(width * ratio);
        each.height = Math.round(itsHeight * ratio);
        each.style.width = `${width}px`;
        each.style.height = `${itsHeight}px`;
        itsPen.setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    overview = null;
}

/** Rectangles of a colour are drawn together. */
class Rectangles {
    byColour = new Map();

    add(colour, x, y, itsWidth, itsHeight) {
        let list = this.byColour.get(colour);
        if (!list) this.byColour.set(colour, list = []);
        list.push(x, y, itsWidth, itsHeight);
    }

    draw(itsPen) {
        let count = 0;
        for (const [colour, list] of this.byColour) {
            itsPen.fillStyle = colours[colour];
            for (let i = 0; i < list.length; i += 4) itsPen.fillRect(list[i], list[i + 1], list[i + 2], list[i + 3]);
            count += list.length / 4;
        }
        return count;
    }
}

/**
 * A lane's states: a slice as a block, and where several lie in a pixel, how much of it each takes, stacked. So it
 * costs as many steps as there are pixels, however many slices there are.
 */
function drawStates(lane, y, looks, rectangles, labels) {
    const store = lane.states, step = 1 / scale();
    let x = GUTTER, i = store.find(lane, view.from);
    while (x < width && i < lane.last) {
        const from = timeAt(x), to = from + step;
        i = store.find(lane, from, i);
        if (i >= lane.last) break;
        const start = store.start[i], end = store.end[i];
        if (start >= to) {
            x = Math.max(x + 1, Math.floor(xOf(start)));
        } else if (start <= from && end >= to) {
            const next = Math.min(width, Math.max(x + 1, Math.floor(xOf(end))));
            rectangles.add(looks[store.kind[i]], x, y, next - x, STATE_HEIGHT);
            if (next - x > 6) rectangles.add('paper', x, y, 1, STATE_HEIGHT);
            if (next - x > 34) labels.push([i, x, next - x]);
            x = next;
        } else {
            const j = store.find(lane, to, i);
            let bottom = y + STATE_HEIGHT;
            for (let kind = 0; kind < looks.length; kind++) {
                const share = store.time(lane, kind, from, to, i, j) / step;
                if (share <= 0) continue;
                // What one looks for is seen, however short.
                const tall = kind === READY && lane.isThread ? Math.max(2, share * STATE_HEIGHT) : share * STATE_HEIGHT;
                rectangles.add(looks[kind], x, bottom - tall, 1, tall);
                bottom = Math.max(y, bottom - share * STATE_HEIGHT);
            }
            x++;
        }
    }
}

/** The first event of a row that ends after a time. */
function firstAfter(row, time) {
    let low = 0, high = row.length;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (row[middle].end > time) high = middle; else low = middle + 1;
    }
    return low;
}

/** The JVM's events: at most one starts in a pixel. */
function drawEvents(row, y, rectangles, labels) {
    for (let i = firstAfter(row, view.from); i < row.length;) {
        const event = row[i];
        if (event.start >= view.to) break;
        const x = Math.max(GUTTER, Math.floor(xOf(event.start)));
        const next = Math.min(width, Math.max(x + 1, Math.floor(xOf(event.end))));
        rectangles.add(kindsOfTypes[event.type], x, y, next - x > 6 ? next - x - 1 : next - x, EVENT_HEIGHT - 1);
        if (next - x > 34) labels.push([event, x, next - x]);
        i = Math.max(i + 1, firstAfter(row, timeAt(next)));
    }
}

const shortened = (text, room, letter) => {
    const most = Math.floor(room / letter);
    return text.length <= most ? text : most < 2 ? '' : text.slice(0, most - 1) + '…';
};

const typeName = event => textOf(event.type).replace(/^jdk\./, '');

function sliceLabel(lane, i) {
    if (lane.isThread === undefined) {
        return lane.states.kind[i] === IDLE ? '' : threads[slices.thread[lane.states.slice[i]]].name;
    }
    const kind = kinds[i];
    return kind === RUNNING ? `CPU ${slices.processor[i]}`
        : kind === READY ? `ready ${length(slices.end[i] - slices.start[i])}` : textOf(slices.reason[i]) ?? '';
}

function draw() {
    if (width === 0) return;
    pen.clearRect(0, 0, width, height);
    const scrolled = $('scroll').scrollTop;
    const rectangles = new Rectangles(), background = new Rectangles();
    const texts = [];
    const visible = lanes.filter(lane => lane.top + lane.height > scrolled && lane.top < scrolled + height);
    for (const lane of visible) {
        let y = lane.top - scrolled;
        if (lane.isThread && lane.index === view.thread) background.add('marked', 0, y, width, lane.height);
        background.add('line', 0, y + lane.height - 1, width, 1);
        y += GAP;
        lane.rows.slice(0, MOST_ROWS).forEach(row => {
            const labels = [];
            drawEvents(row, y, rectangles, labels);
            const at = y;
            labels.forEach(([event, x, room]) => texts.push([
                shortened(typeName(event), room - 6, 5.6), x + 3, at + 9.5,
                ['sleep', 'io', 'pause'].includes(kindsOfTypes[event.type]) ? '#000' : '#fff']));
            y += EVENT_HEIGHT;
        });
        const labels = [];
        drawStates(lane, y, lane.isThread ? STATES.slice(0, 3) : ['running', 'other', null, 'idle'], rectangles, labels);
        labels.forEach(([i, x, room]) => {
            const dim = lane.isThread && kinds[i] === WAITING;
            texts.push([shortened(sliceLabel(lane, i), room - 6, 5.8), x + 3, y + 12, dim ? colours.dim : '#fff']);
        });
    }
    const count = background.draw(pen) + rectangles.draw(pen);
    pen.font = SMALL;
    for (const [text, x, y, colour] of texts) {
        pen.fillStyle = colour;
        pen.fillText(text, x, y);
    }
    drawGutter(visible, scrolled);
    drawMarks(pen, 0, height);
    drawChosen(scrolled);
    drawHead();
    canvas.dataset.rectangles = count;
}

function drawGutter(visible, scrolled) {
    pen.fillStyle = colours.line;
    pen.fillRect(GUTTER - 1, 0, 1, height);
    for (const lane of visible) {
        const y = lane.top - scrolled + lane.height - GAP - 4;
        const thread = lane.thread;
        const key = keys[view.sort] ?? keys.running;
        const number = thread ? length(Math.round(key(lane))).replace(/^0 ns$/, '') : '';
        pen.font = FONT;
        pen.textAlign = 'right';
        pen.fillStyle = colours.dim;
        pen.fillText(number, GUTTER - 8, y);
        pen.textAlign = 'left';
        const room = GUTTER - 22 - pen.measureText(number).width;
        const name = shortened(thread ? thread.name : `CPU ${lane.processor}`, room, 6.4);
        pen.fillStyle = colours.text;
        pen.fillText(name, 8, y);
        const used = pen.measureText(name).width + 7;
        if (thread && room - used > 40) {
            pen.font = SMALL;
            pen.fillStyle = colours.dim;
            pen.fillText(shortened(thread.process, room - used, 6.2), 8 + used, y);
        }
    }
}

/** What is outside of the range is veiled, and its ends are lines. */
function drawMarks(itsPen, top, itsHeight) {
    if (!view.range) return;
    const [from, to] = view.range.map(time => Math.min(width, Math.max(GUTTER, xOf(time))));
    itsPen.globalAlpha = 0.6;
    itsPen.fillStyle = colours.paper;
    itsPen.fillRect(GUTTER, top, from - GUTTER, itsHeight);
    itsPen.fillRect(to, top, width - to, itsHeight);
    itsPen.globalAlpha = 1;
    itsPen.fillStyle = colours.accent;
    itsPen.fillRect(from - 1, top, 1, itsHeight);
    itsPen.fillRect(to, top, 1, itsHeight);
}

function drawChosen(scrolled) {
    const chosen = resolve();
    const lane = chosen?.lane;
    if (!lane || !lanes.includes(lane)) return;
    const from = Math.max(GUTTER, xOf(chosen.start)), to = Math.min(width, xOf(chosen.end));
    if (to < GUTTER || from > width) return;
    const row = chosen.event ? lane.rows.findIndex(each => each.includes(chosen.event)) : -1;
    const rows = Math.min(lane.rows.length, MOST_ROWS);
    const y = lane.top - scrolled + GAP + (row < 0 ? rows : row) * EVENT_HEIGHT;
    pen.strokeStyle = colours.text;
    pen.lineWidth = 2;
    pen.strokeRect(from, y, Math.max(2, to - from), row < 0 ? STATE_HEIGHT : EVENT_HEIGHT - 1);
}

/** How many threads were ready at once. */
const mostReady = (() => {
    const ready = [];
    for (let i = 0; i < sliceCount; i++) if (kinds[i] === READY) ready.push(i);
    const starts = Float64Array.from(ready, i => slices.start[i]).sort();
    const ends = Float64Array.from(ready, i => slices.end[i]).sort();
    let most = 0;
    for (let i = 0, ended = 0; i < starts.length; i++) {
        while (ends[ended] <= starts[i]) ended++;
        most = Math.max(most, i + 1 - ended);
    }
    return most;
})();

/** For each pixel of the whole: how busy the processors are, and how many threads are ready. */
function makeOverview() {
    const columns = Math.max(1, Math.floor(width - GUTTER)), step = (data.to - data.from) / columns;
    const own = new Float64Array(columns), others = new Float64Array(columns), ready = new Float64Array(columns);
    const told = Math.max(1, processorLanes.length) * step;
    for (const lane of processorLanes) {
        let i = lane.first;
        for (let column = 0; column < columns; column++) {
            const from = data.from + column * step, to = from + step;
            i = processorStore.find(lane, from, i);
            const j = processorStore.find(lane, to, i);
            own[column] += processorStore.time(lane, 0, from, to, i, j) / told;
            others[column] += processorStore.time(lane, 1, from, to, i, j) / told;
        }
    }
    for (let i = 0; i < sliceCount; i++) {
        if (kinds[i] !== READY) continue;
        const start = slices.start[i] - data.from, end = slices.end[i] - data.from;
        for (let column = Math.floor(start / step); column < columns && column * step < end; column++) {
            ready[column] += (Math.min(end, (column + 1) * step) - Math.max(start, column * step)) / step;
        }
    }
    overview = {own, others, ready, most: ready.reduce((a, b) => Math.max(a, b), 0)};
}

function drawHead() {
    const itsHeight = head.clientHeight, half = OVERVIEW_HEIGHT / 2;
    headPen.clearRect(0, 0, width, itsHeight);
    if (!overview) makeOverview();
    const rectangles = new Rectangles();
    for (let i = 0; i < overview.own.length; i++) {
        const own = overview.own[i] * (half - 4), others = overview.others[i] * (half - 4);
        rectangles.add('running', GUTTER + i, half - own, 1, own);
        rectangles.add('other', GUTTER + i, half - own - others, 1, others);
        const ready = overview.most > 0 ? overview.ready[i] / overview.most * (half - 4) : 0;
        rectangles.add('ready', GUTTER + i, OVERVIEW_HEIGHT - ready, 1, ready);
    }
    rectangles.add('line', 0, OVERVIEW_HEIGHT, width, 1);
    rectangles.add('line', GUTTER - 1, 0, 1, itsHeight);
    rectangles.draw(headPen);
    headPen.font = SMALL;
    headPen.fillStyle = colours.dim;
    headPen.fillText('processors busy', 8, half - 8);
    headPen.fillText(`threads ready, ${mostReady} at most`, 8, OVERVIEW_HEIGHT - 8);
    const all = (width - GUTTER) / (data.to - data.from);
    const from = GUTTER + (view.from - data.from) * all, to = GUTTER + (view.to - data.from) * all;
    headPen.globalAlpha = 0.65;
    headPen.fillStyle = colours.paper;
    headPen.fillRect(GUTTER, 0, from - GUTTER, OVERVIEW_HEIGHT);
    headPen.fillRect(to, 0, width - to, OVERVIEW_HEIGHT);
    headPen.globalAlpha = 1;
    headPen.strokeStyle = colours.accent;
    headPen.strokeRect(from + 0.5, 0.5, Math.max(3, to - from) - 1, OVERVIEW_HEIGHT - 1);
    drawRuler(itsHeight);
}

function drawRuler(itsHeight) {
    headPen.fillStyle = colours.dim;
    headPen.fillText(clock(view.from) + ' UTC', 8, itsHeight - 9);
    const least = 90 / scale();
    const decade = 10 ** Math.floor(Math.log10(least));
    const step = decade * [1, 2, 5, 10].find(factor => factor * decade >= least);
    const digits = Math.max(0, Math.min(9, 9 - Math.round(Math.log10(decade))));
    for (let tick = Math.ceil(view.from / step) * step; tick < view.to; tick += step) {
        const x = xOf(tick);
        headPen.fillStyle = colours.line;
        headPen.fillRect(x, OVERVIEW_HEIGHT, 1, itsHeight - OVERVIEW_HEIGHT);
        headPen.fillStyle = colours.dim;
        headPen.fillText(`${(tick / 1e9).toFixed(digits)} s`, x + 4, itsHeight - 9);
    }
    drawMarks(headPen, OVERVIEW_HEIGHT, itsHeight - OVERVIEW_HEIGHT);
    if (view.range) {
        headPen.fillStyle = colours.accent;
        headPen.textAlign = 'right';
        headPen.fillText(`range ${length(view.range[1] - view.range[0])}`, GUTTER - 8, itsHeight - 9);
        headPen.textAlign = 'left';
    }
}

let frame = 0;
function changed() {
    clampView();
    frame ||= requestAnimationFrame(() => {
        frame = 0;
        draw();
    });
    noteAddress();
}

function arrange() {
    layOut();
    changed();
}

// ---- What was chosen

/** What the address names: a slice of a thread or a processor, or an event, that begins at a time. */
function resolve() {
    if (!view.chosen) return null;
    const [what, index, time] = view.chosen;
    if (what === 'event') {
        const event = events.find(each => each.thread === index && each.start === time);
        return event ? {event, lane: threadLanes[index], start: event.start, end: event.end} : null;
    }
    const lane = what === 'cpu' ? processorLanes.find(each => each.processor === index) : threadLanes[index];
    if (!lane) return null;
    const i = lane.states.find(lane, time);
    if (i >= lane.last || lane.states.start[i] > time) return null;
    return {i: what === 'cpu' ? lane.states.slice[i] : i, lane, start: lane.states.start[i], end: lane.states.end[i]};
}

/** Who ran longest on a processor meanwhile. */
function culprit(i, from, to) {
    const lane = processorLanes.find(each => each.processor === slices.processor[i]);
    const times = new Map();
    if (lane) {
        for (let j = processorStore.find(lane, from); j < lane.last && processorStore.start[j] < to; j++) {
            if (processorStore.kind[j] === IDLE) continue;
            const thread = slices.thread[processorStore.slice[j]];
            const time = Math.min(to, processorStore.end[j]) - Math.max(from, processorStore.start[j]);
            times.set(thread, (times.get(thread) ?? 0) + time);
        }
    }
    return longestOf(times);
}

/** Of several the one with the lowest number. */
function longestOf(times) {
    let longest = [-1, 0];
    for (const [thread, time] of times) {
        if (time > longest[1] || time === longest[1] && time > 0 && thread < longest[0]) longest = [thread, time];
    }
    return longest;
}

function threadLink(index, after = '') {
    const made = element('span', null);
    if (index < 0) {
        made.textContent = 'not told';
        return made;
    }
    made.append(element('span', threads[index].name, {'data-thread': index}), after);
    return made;
}

function rows(list, pairs) {
    for (const [name, value] of pairs) {
        if (value === null || value === undefined) continue;
        const label = element('dt', null);
        label.append(name);
        list.append(label);
        const cell = element('dd', null);
        cell.append(value);
        list.append(cell);
    }
}

function button(text, action) {
    const made = element('button', text);
    made.addEventListener('click', action);
    return made;
}

function showDetails() {
    const details = $('details');
    details.replaceChildren();
    const chosen = resolve();
    const heading = element('h2', null), list = element('dl', null), actions = element('p', null);
    details.append(heading);
    if (chosen?.event) {
        describeEvent(chosen.event, heading, list, details);
    } else if (chosen) {
        describeSlice(chosen, heading, list);
    } else if (view.thread >= 0) {
        describeThread(threadLanes[view.thread], heading, list);
    } else {
        heading.textContent = 'Find your way';
        rows(list, [
            [keyboard('wheel', 'w', 's'), 'zoom at the pointer'],
            [keyboard('drag', 'a', 'd'), 'move'],
            [keyboard('drag'), 'on the ruler: the tables count that time only'],
            [keyboard('click'), 'a slice: what it is'],
            [keyboard('click'), 'a name: its thread'],
            [keyboard('0', 'Esc'), 'the whole; nothing chosen'],
        ]);
        details.append(list, element('p', 'Where a pixel holds several slices, each state is as high as its share of'
            + ' that time. The address in the browser is a link to what you see.'));
        return;
    }
    details.append(list, actions);
    if (chosen) {
        actions.append(
            button('zoom to it', () => show(chosen.start, chosen.end)),
            button('count this time', () => setRange([chosen.start, chosen.end])));
        if (!chosen.event && chosen.lane.isThread) {
            const i = chosen.i, lane = chosen.lane;
            if (i > lane.first) actions.append(button('before', () => choose('slice', lane.index, slices.start[i - 1])));
            if (i + 1 < lane.last) actions.append(button('after', () => choose('slice', lane.index, slices.start[i + 1])));
        }
    }
    if (view.thread >= 0 && !view.filter) {
        actions.append(button('only this thread', () => setFilter(threads[view.thread].name)));
    }
}

function keyboard(...names) {
    const made = element('span', null);
    names.forEach(name => made.append(element('kbd', name), ' '));
    return made;
}

const when = time => `${seconds(time)} s (${clock(time)} UTC)`;

function describeSlice({i}, heading, list) {
    const kind = kinds[i], duration = slices.end[i] - slices.start[i];
    heading.append(swatch(STATES[kind]), `${STATES[kind]} for ${millis(duration)} ms`);
    const [who, time] = kind === READY ? culprit(i, slices.start[i], slices.end[i]) : [-1, 0];
    rows(list, [
        ['thread', kind === IDLE ? null : threadLink(slices.thread[i])],
        ['process', kind === IDLE ? null : threads[slices.thread[i]].process],
        ['from', when(slices.start[i])],
        ['to', when(slices.end[i])],
        [kind === READY ? 'ran then on' : kind === WAITING ? 'left' : 'on',
            slices.processor[i] < 0 ? 'not told' : `CPU ${slices.processor[i]}`],
        ['why', kind === READY || kind === WAITING ? reason(slices.reason[i]) : null],
        [kind === WAITING ? 'ended by' : 'readied by',
            kind === WAITING || kind === READY && slices.readiedBy[i] >= 0 ? threadLink(slices.readiedBy[i]) : null],
        ['lost to', slices.instead[i] < 0 ? null : threadLink(slices.instead[i])],
        ['ran instead', who < 0 ? null : threadLink(who, ` for ${millis(time)} ms`)],
        ['cut off', slices.kind[i] & CLIPPED ? 'by an edge of the trace' : null],
    ]);
}

function describeEvent(event, heading, list, details) {
    heading.append(swatch(kindsOfTypes[event.type]), `${typeName(event)}: ${millis(event.duration)} ms`);
    const bar = picture(partsOf(event, 264), 1);
    details.append(bar);
    const part = name => event[name] > 0 ? `${millis(event[name])} ms` : null;
    rows(list, [
        ['about', textOf(event.detail)],
        ['thread', threadLink(event.thread)],
        ['from', when(event.start)],
        ['to', when(event.end)],
        ['ran', part('running')],
        ['was ready', part('ready')],
        ['waited', part('waiting')],
        ['not told', part('unknown')],
        ['for', event.reason < 0 ? null : reason(event.reason)],
        ['longest ready', part('longestReady')],
        ['ran instead', event.displacedBy < 0 ? null
            : threadLink(event.displacedBy, ` for ${millis(event.displaced)} ms`)],
    ]);
}

function describeThread(lane, heading, list) {
    heading.textContent = lane.thread.name;
    const [from, to] = view.range ?? [data.from, data.to];
    const part = kind => `${millis(states.time(lane, kind, from, to))} ms`;
    rows(list, [
        ['process', lane.thread.process],
        ['id', String(lane.thread.id)],
        ['counted', view.range ? 'the range' : 'the whole time'],
        ['running', part(RUNNING)],
        ['ready', part(READY)],
        ['waiting', part(WAITING)],
        ['slices', grouped(lane.last - lane.first)],
    ]);
}

function choose(what, index, time) {
    view.chosen = [what, index, time];
    const chosen = resolve();
    if (!chosen) view.chosen = null;
    view.thread = chosen && what !== 'cpu' ? index : chosen && kinds[chosen.i] !== IDLE ? slices.thread[chosen.i] : -1;
    showDetails();
    changed();
}

/** Brings a thread's lane into sight. */
function reveal(index) {
    view.thread = index;
    let lane = lanes.find(each => each.isThread && each.index === index);
    if (!lane && threadLanes[index].isThread) {
        setFilter('');
        lane = threadLanes[index];
    }
    const scroll = $('scroll');
    if (lane && (lane.top < scroll.scrollTop || lane.top + lane.height > scroll.scrollTop + height)) {
        scroll.scrollTop = lane.top - height / 3;
    }
}

function show(from, to) {
    const margin = Math.max(to - from, SHORTEST_VIEW);
    view.from = from - margin;
    view.to = to + margin;
    changed();
}

function setRange(range) {
    view.range = range;
    showDetails();
    changed();
    count();
}

function setFilter(text) {
    view.filter = $('filter').value = text;
    showDetails();
    arrange();
    count();
}

// ---- Tables of a part

const whole = new Map([...document.querySelectorAll('.tables table')].map(table => [table.id, table.tBodies[0]]));
const notes = [...document.querySelectorAll('.tables section > p')];

const bar = (character, share, places) => character.repeat(Math.round(share * places));

/** The parts of a bar: classes and widths. */
const partsOf = (event, room) => ['running', 'ready', 'waiting', 'unknown']
    .map(name => [name, event.duration > 0 ? event[name] / event.duration * room : 0]);

function picture(parts, place) {
    const namespace = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(namespace, 'svg');
    let x = 0;
    for (const [name, places] of parts) {
        const rect = document.createElementNS(namespace, 'rect');
        for (const [key, value] of [['class', name], ['x', x], ['width', places * place], ['height', 10]]) {
            rect.setAttribute(key, value);
        }
        svg.append(rect);
        x += places * place;
    }
    svg.setAttribute('width', x);
    svg.setAttribute('height', 10);
    return svg;
}

function addWait(map, key, wait) {
    let totals = map.get(key);
    if (!totals) map.set(key, totals = {count: 0, total: 0, longest: 0, of: -1, waiters: new Set(), wakers: new Map()});
    const duration = wait.to - wait.from;
    totals.count++;
    totals.total += duration;
    totals.waiters.add(wait.thread);
    if (wait.waker >= 0) totals.wakers.set(wait.waker, (totals.wakers.get(wait.waker) ?? 0) + 1);
    if (duration > totals.longest) Object.assign(totals, {longest: duration, of: wait.thread});
}

const BOUNDS = [0, ...Array.from({length: 10}, (_, i) => [1, 2, 5].map(step => step * 1000 * 10 ** i)).flat()];

/** The same as the views of the program count in the time from one moment to another. */
function countPart(from, to) {
    const processors = new Map(processorLanes.map(lane => [lane.processor,
        {processor: lane.processor, running: 0, idle: 0, arrivals: 0, times: new Map()}]));
    const counted = {threads: [], ready: [], readyTotal: 0, reasons: new Map(), wakers: new Map(), processors};
    for (const lane of threadLanes) {
        const shown = lane.isThread && matches(lane.thread);
        const totals = {thread: lane.index, times: [0, 0, 0, 0], longestReady: 0, longestReadyStart: null,
            migrations: 0, firstSeen: Infinity, lastSeen: 0};
        let processor = -1;
        for (let i = states.find(lane, from); i < lane.last && slices.start[i] < to; i++) {
            const start = Math.max(from, slices.start[i]), end = Math.min(to, slices.end[i]), duration = end - start;
            const kind = kinds[i], its = processors.get(slices.processor[i]);
            totals.times[kind] += duration;
            totals.firstSeen = Math.min(totals.firstSeen, start);
            totals.lastSeen = end;
            if (kind === IDLE) {
                its.idle += duration;
            } else if (kind === RUNNING) {
                its.running += duration;
                its.times.set(lane.index, (its.times.get(lane.index) ?? 0) + duration);
                if (processor >= 0 && processor !== slices.processor[i]) {
                    totals.migrations++;
                    its.arrivals++;
                }
                processor = slices.processor[i];
            } else if (kind === READY && shown) {
                counted.ready.push([duration, start, i]);
                counted.readyTotal += duration;
                if (duration > totals.longestReady) Object.assign(totals, {longestReady: duration, longestReadyStart: start});
            } else if (shown) {
                const wait = {thread: lane.index, from: start, to: end, waker: slices.readiedBy[i]};
                addWait(counted.reasons, slices.reason[i], wait);
                if (wait.waker >= 0) addWait(counted.wakers, wait.waker, wait);
            }
        }
        if (shown && totals.firstSeen < Infinity) counted.threads.push(totals);
    }
    return counted;
}

const descending = (list, key) => list.sort((a, b) => b[key] - a[key]);

const makeRows = {
    'latency-percentiles'({ready, readyTotal}) {
        const sorted = Float64Array.from(ready, each => each[0]).sort();
        const percentile = share => sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? 0;
        return [{count: sorted.length, total: readyTotal, p50: percentile(0.5), p90: percentile(0.9),
            p99: percentile(0.99), p999: percentile(0.999), longest: percentile(1)}];
    },
    'latency-histogram'({ready, readyTotal}) {
        const bins = BOUNDS.map((bound, i) => ({from: bound, to: BOUNDS[i + 1] ?? null, count: 0, total: 0}));
        for (const [duration] of ready) {
            const bin = bins[bins.findLastIndex(each => duration >= each.from)];
            bin.count++;
            bin.total += duration;
        }
        const first = bins.findIndex(bin => bin.count), last = bins.findLastIndex(bin => bin.count);
        return first < 0 ? [] : bins.slice(first, last + 1).map(bin => ({
            ...bin, totalShare: bin.total / readyTotal, '': [['ready', Math.round(bin.total / readyTotal * 30)]]}));
    },
    'latency-longest'({ready}) {
        return ready.sort((a, b) => b[0] - a[0] || a[1] + a[0] - b[1] - b[0]).slice(0, LONGEST_LIST)
            .map(([duration, start, i]) => {
                const [who, time] = culprit(i, start, start + duration);
                return {start, ready: duration, thread: slices.thread[i], process: threads[slices.thread[i]].process,
                    cause: textOf(slices.reason[i]), runningInstead: slices.instead[i],
                    processor: slices.processor[i] < 0 ? null : slices.processor[i], culprit: who,
                    culpritRunning: who < 0 ? null : time, culpritProcess: who < 0 ? null : threads[who].process};
            });
    },
    'waits-reasons'({reasons}) {
        return descending([...reasons].map(([index, waits]) => ({reason: textOf(index),
            meaning: index < 0 ? 'waits, it is not told for what' : meanings[index], count: waits.count,
            total: waits.total, longest: waits.longest, longestWaiter: waits.of, waiters: waits.waiters.size,
            waker: longestOf(waits.wakers)[0]})), 'total');
    },
    'waits-wakers'({wakers}) {
        return descending([...wakers].map(([waker, waits]) => ({waker, process: threads[waker].process,
            count: waits.count, total: waits.total, longest: waits.longest, waiters: waits.waiters.size})), 'count');
    },
    'threads-threads'(counted, length) {
        return descending(counted.threads.map(each => ({...each, process: threads[each.thread].process,
            osThreadId: threads[each.thread].id, running: each.times[RUNNING], load: each.times[RUNNING] / length,
            ready: each.times[READY], waiting: each.times[WAITING]})), 'running');
    },
    'summary-processes'(counted) {
        const processes = new Map();
        for (const each of counted.threads) {
            const process = threads[each.thread].process;
            const totals = processes.get(process)
                ?? {process, threads: 0, running: 0, ready: 0, waiting: 0, longestReady: 0};
            processes.set(process, totals);
            totals.threads++;
            totals.running += each.times[RUNNING];
            totals.ready += each.times[READY];
            totals.waiting += each.times[WAITING];
            totals.longestReady = Math.max(totals.longestReady, each.longestReady);
        }
        return descending([...processes.values()], 'running');
    },
    'processors-processors'({processors}, length) {
        const hasIdle = [...processors.values()].some(each => each.idle > 0);
        return [...processors.values()].map(each => {
            const [busiest, busiestRunning] = longestOf(each.times);
            return {...each, load: each.running / length, '': [['running', Math.round(each.running / length * 20)]],
                idle: hasIdle ? each.idle : null, unknown: length - each.running - each.idle, threads: each.times.size, busiest,
                busiestRunning: busiest < 0 ? null : busiestRunning};
        });
    },
    'explain-events'({events}) {
        const types = new Map();
        for (const event of events) {
            const totals = types.get(event.type) ?? {javaEvent: textOf(event.type), count: 0, duration: 0, running: 0,
                ready: 0, waiting: 0, unknown: 0, longest: 0};
            types.set(event.type, totals);
            totals.count++;
            for (const key of ['duration', 'running', 'ready', 'waiting', 'unknown']) totals[key] += event[key];
            totals.longest = Math.max(totals.longest, event.duration);
        }
        return descending([...types.values()], 'duration');
    },
    'explain-longest'({events}) {
        return descending([...events], 'duration').slice(0, LONGEST_LIST).map(event => ({...event,
            '': partsOf(event, 10), javaEvent: textOf(event.type), waitReason: textOf(event.reason),
            displaced: event.displacedBy < 0 ? null : event.displaced, detail: textOf(event.detail)}));
    },
};

const NAMES_THREAD = new Set(['thread', 'runningInstead', 'culprit', 'longestWaiter', 'waker', 'busiest', 'displacedBy']);

function cell(kind, key, value) {
    const made = element('td', '', {class: kind});
    if (value === null || value === undefined || NAMES_THREAD.has(key) && value < 0) return made;
    if (kind === 'picture') {
        made.append(picture(value, 6));
    } else if (NAMES_THREAD.has(key)) {
        made.dataset.thread = value;
        made.textContent = threads[value].name;
    } else if (kind === 'moment') {
        made.dataset.at = value;
        made.textContent = seconds(value);
    } else {
        made.textContent = kind === 'time' ? millis(value) : kind === 'count' ? grouped(value)
            : kind === 'share' ? (value * 100).toFixed(1) : kind === 'event' ? value.replace(/^jdk\./, '') : value;
    }
    return made;
}

/** The tables tell the whole as the program counted it, until there is a range or a filter. */
function count() {
    const part = view.range !== null || view.filter !== '';
    $('counted').hidden = !part;
    notes.forEach(note => note.hidden = part);
    if (!part) {
        whole.forEach((body, id) => $(id).tBodies[0].replaceWith(body));
        return;
    }
    const [from, to] = view.range ?? [data.from, data.to];
    const counted = countPart(from, to);
    counted.events = events.filter(event => event.start <= to && event.end >= from
        && (event.thread < 0 ? !view.filter : matches(threads[event.thread])));
    $('what').textContent = `The tables count ${view.range ? `${seconds(from)} s to ${seconds(to)} s, ${length(to - from)}`
        : 'the whole time'}${view.filter ? `, of threads with “${view.filter}” in their or their process's name` : ''}.`
        + (data.leftOut ? ` ${grouped(data.leftOut)} short slices that are not drawn are not counted.` : '')
        + ' Switches are counted for the whole only.';
    for (const [id] of whole) {
        const columns = [...$(id).tHead.rows[0].cells].map(each => each.dataset);
        const body = document.createElement('tbody');
        const rows = makeRows[id](counted, to - from);
        if (rows.length === 0) body.insertRow().append(element('td', 'none', {colspan: columns.length}));
        for (const row of rows) {
            const line = body.insertRow();
            for (const {kind, key} of columns) line.append(cell(kind, key, row[key]));
        }
        $(id).tBodies[0].replaceWith(body);
    }
}

function sortTable(header) {
    const body = header.closest('table').tBodies[0];
    const number = ['count', 'id', 'time', 'share', 'moment'].includes(header.dataset.kind);
    const value = row => {
        const text = row.cells[header.cellIndex]?.textContent ?? '';
        return number ? text === '' ? -Infinity : Number(text.replaceAll(',', '')) : text.toLowerCase();
    };
    const sorted = [...body.rows].map(row => [value(row), row])
        .sort(([a], [b]) => number ? b - a : a < b ? -1 : a > b ? 1 : 0).map(([, row]) => row);
    const isSorted = sorted.every((row, i) => row === body.rows[i]);
    body.append(...isSorted ? sorted.reverse() : sorted);
}

// ---- Mouse and keys

/** What lies at a place of the lanes; null if nothing does. */
function hit(x, y) {
    y += $('scroll').scrollTop;
    const lane = lanes.find(each => y >= each.top && y < each.top + each.height);
    if (!lane || x < GUTTER) return lane ? {lane} : null;
    const row = Math.floor((y - lane.top - GAP) / EVENT_HEIGHT), time = timeAt(x);
    if (row >= 0 && row < Math.min(lane.rows.length, MOST_ROWS)) {
        const event = lane.rows[row][firstAfter(lane.rows[row], time - 2 / scale())];
        return event && event.start <= time + 2 / scale() ? {lane, event} : {lane};
    }
    // Within a pixel the longest is meant.
    const reach = 1 / scale();
    let best = -1;
    for (let i = lane.states.find(lane, time - reach), tried = 0; i < lane.last && tried < 1000; i++, tried++) {
        if (lane.states.start[i] > time + reach) break;
        const inside = lane.states.start[i] <= time && lane.states.end[i] > time;
        if (inside && (lane.states.end[i] - lane.states.start[i]) > 3 * reach) {
            best = i;
            break;
        }
        if (best < 0 || lane.states.end[i] - lane.states.start[i] > lane.states.end[best] - lane.states.start[best]) best = i;
    }
    return best < 0 ? {lane} : {lane, i: lane.isThread ? best : lane.states.slice[best], start: lane.states.start[best]};
}

function pick(x, y) {
    const found = hit(x, y);
    if (found?.event) {
        choose('event', found.lane.index, found.event.start);
    } else if (found?.i !== undefined) {
        choose(found.lane.isThread ? 'slice' : 'cpu', found.lane.isThread ? found.lane.index : found.lane.processor, found.start);
    } else {
        view.chosen = null;
        view.thread = found?.lane.isThread ? found.lane.index : -1;
        showDetails();
        changed();
    }
}

function showTip(event) {
    const found = event.offsetX >= GUTTER ? hit(event.offsetX, event.offsetY) : null;
    const i = found?.i;
    const tip = $('tip');
    tip.hidden = !found?.event && i === undefined;
    if (tip.hidden) return;
    if (found.event) {
        const its = found.event;
        tip.textContent = `${typeName(its)}, ${millis(its.duration)} ms${its.detail < 0 ? '' : `\n${textOf(its.detail)}`}\n`
            + `ran ${millis(its.running)}, was ready ${millis(its.ready)}, waited ${millis(its.waiting)}`;
    } else {
        const why = kinds[i] === READY || kinds[i] === WAITING ? `\n${reason(slices.reason[i])}` : '';
        const who = kinds[i] === IDLE ? '' : `\n${threads[slices.thread[i]].name}, ${threads[slices.thread[i]].process}`;
        tip.textContent = `${STATES[kinds[i]]} ${millis(slices.end[i] - slices.start[i])} ms${who}${why}`;
    }
    tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${event.clientY + 16}px`;
}

function zoom(factor, x = (width + GUTTER) / 2) {
    const pivot = timeAt(x);
    const length = Math.min(Math.max((view.to - view.from) * factor, SHORTEST_VIEW), data.to - data.from);
    view.from = pivot - (x - GUTTER) / (width - GUTTER) * length;
    view.to = view.from + length;
    changed();
}

function pan(share) {
    const by = (view.to - view.from) * share;
    view.from += by;
    view.to += by;
    changed();
}

function onWheel(event) {
    if (event.offsetX < GUTTER) return;
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        pan(event.deltaX / (width - GUTTER));
    } else {
        zoom(1.0018 ** (event.deltaY * (event.deltaMode === 1 ? 30 : 1)), event.offsetX);
    }
}

/** Follows the pointer from where it is pressed. */
function onDrag(target, begin) {
    target.addEventListener('pointerdown', down => {
        if (down.button !== 0) return;
        const drag = begin(down);
        let moved = false;
        const bounds = target.getBoundingClientRect();
        const move = event => {
            moved ||= Math.abs(event.clientX - down.clientX) + Math.abs(event.clientY - down.clientY) > 3;
            if (moved) drag.move(event.clientX - bounds.left, event.clientY - down.clientY);
        };
        const up = () => {
            target.removeEventListener('pointermove', move);
            target.removeEventListener('pointerup', up);
            target.removeEventListener('pointercancel', up);
            if (moved) drag.moved?.(); else drag.clicked?.();
        };
        target.setPointerCapture(down.pointerId);
        target.addEventListener('pointermove', move);
        target.addEventListener('pointerup', up);
        target.addEventListener('pointercancel', up);
    });
}

onDrag(canvas, down => {
    const {from, to} = view, top = $('scroll').scrollTop, first = down.offsetX;
    return {
        move(x, y) {
            const by = (first - x) / scale();
            view.from = from + by;
            view.to = to + by;
            $('scroll').scrollTop = top - y;
            changed();
        },
        clicked: () => pick(down.offsetX, down.offsetY),
    };
});

onDrag(head, down => {
    const clamp = time => Math.round(Math.min(Math.max(time, data.from), data.to));
    if (down.offsetY < OVERVIEW_HEIGHT) {
        const center = x => {
            const half = (view.to - view.from) / 2;
            const time = data.from + (x - GUTTER) / (width - GUTTER) * (data.to - data.from);
            view.from = time - half;
            view.to = time + half;
            changed();
        };
        return {move: center, clicked: () => center(down.offsetX)};
    }
    const anchor = clamp(timeAt(Math.max(GUTTER, down.offsetX)));
    return {
        move(x) {
            const time = clamp(timeAt(Math.max(GUTTER, x)));
            view.range = time === anchor ? null : [Math.min(anchor, time), Math.max(anchor, time)];
            changed();
        },
        moved: () => setRange(view.range),
        clicked: () => setRange(null),
    };
});

canvas.addEventListener('wheel', onWheel, {passive: false});
head.addEventListener('wheel', onWheel, {passive: false});
canvas.addEventListener('pointermove', showTip);
canvas.addEventListener('pointerleave', () => $('tip').hidden = true);
$('scroll').addEventListener('scroll', changed);

document.addEventListener('keydown', event => {
    if (event.target.closest('input, select') || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = {
        w: () => zoom(0.7), '+': () => zoom(0.7), '=': () => zoom(0.7), s: () => zoom(1 / 0.7), '-': () => zoom(1 / 0.7),
        a: () => pan(-0.15), ArrowLeft: () => pan(-0.15), d: () => pan(0.15), ArrowRight: () => pan(0.15),
        0: () => all(), Escape: () => {
            view.chosen = null;
            view.thread = -1;
            setRange(null);
        },
    }[event.key];
    if (action) {
        event.preventDefault();
        action();
    }
});

function all() {
    view.from = data.from;
    view.to = data.to;
    changed();
}

document.addEventListener('click', event => {
    const header = event.target.closest('th');
    if (header) sortTable(header);
    const at = event.target.closest('[data-at]'), row = event.target.closest('tr');
    const named = at ? row.querySelector('[data-thread]') : event.target.closest('[data-thread]');
    if (!named) return;
    const thread = Number(named.dataset.thread);
    view.chosen = null;
    reveal(thread);
    if (at) {
        const time = Number(at.dataset.at);
        const isEvent = at.closest('table').id === 'explain-longest';
        choose(isEvent ? 'event' : 'slice', thread, time);
        const chosen = resolve();
        if (chosen) show(chosen.start, chosen.end);
    }
    showDetails();
    changed();
    if (event.target.closest('.tables')) $('timeline').scrollIntoView({block: 'nearest'});
});

let countTimer = 0;
$('filter').addEventListener('input', () => {
    view.filter = $('filter').value;
    showDetails();
    arrange();
    // Millions of slices are not counted for each letter.
    clearTimeout(countTimer);
    countTimer = setTimeout(count, 200);
});
$('sort').addEventListener('change', () => {
    view.sort = $('sort').value;
    $('scroll').scrollTop = 0;
    arrange();
});
$('in').addEventListener('click', () => zoom(0.5));
$('out').addEventListener('click', () => zoom(2));
$('whole').addEventListener('click', all);
$('reset').addEventListener('click', () => {
    view.range = null;
    setFilter('');
});
$('theme').addEventListener('click', () => {
    const root = document.documentElement.dataset;
    const dark = root.theme ? root.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.theme = dark ? 'light' : 'dark';
    readColours();
    changed();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    readColours();
    changed();
});

function legend() {
    const names = [['running', focus ? `running (${focus})` : 'running'], ['other', 'others running'], ['ready', 'ready'],
        ['waiting', 'waiting']];
    if (merged) {
        names.push(['pause', 'JVM pause'], ['lock', 'lock, park'], ['sleep', 'sleep, wait'], ['io', 'file, socket'],
            ['rest', 'other JVM event']);
    }
    for (const [name, text] of names) {
        const entry = element('li', null);
        entry.append(swatch(name), text);
        $('legend').append(entry);
    }
}

function load() {
    restore();
    readColours();
    layOut();
    if (view.thread >= 0) reveal(view.thread);
    showDetails();
    count();
    changed();
}

addEventListener('hashchange', () => {
    if (location.hash !== restored) load();
});

$('timeline').hidden = $('theme').hidden = false;
legend();
resize();
load();
new ResizeObserver(() => {
    resize();
    layOut();
    // At once: a canvas is empty after it got another size.
    draw();
}).observe($('scroll'));
$('timeline').dataset.loaded = 'true';
})();
