// The data: names in it are other people's text, and become text nodes, never markup. Times are nanoseconds from the
// trace's start, exact in a number for 104 days.

const $ = id => document.getElementById(id);
const RUNNING = 0, READY = 1, WAITING = 2, IDLE = 3, CLIPPED = 4;
const STATES = ['running', 'ready', 'waiting', 'idle'];
/** Of a lane's events that last at once. */
const MOST_ROWS = 6;

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
    const {sliceCount, periodCount, eventCount} = data;
    const slices = {};
    slices.thread = column(Int32Array, sliceCount);
    slices.start = column(Float64Array, sliceCount);
    slices.end = column(Float64Array, sliceCount);
    slices.kind = column(Uint8Array, sliceCount);
    slices.processor = column(Int32Array, sliceCount);
    slices.priority = column(Int8Array, sliceCount);
    for (const name of ['reason', 'readiedBy', 'instead']) slices[name] = column(Int32Array, sliceCount);
    // A start is told from the end before, an end from its start.
    for (let i = 0, end = 0; i < sliceCount; i++) {
        if (i === 0 || slices.thread[i] !== slices.thread[i - 1]) end = 0;
        slices.start[i] += end;
        end = slices.end[i] += slices.start[i];
    }
    const rows = (names, count) => {
        const columns = names.map(name => [name, column(Float64Array, count)]);
        return Array.from({length: count}, (_, i) => {
            const row = Object.fromEntries(columns.map(([name, values]) => [name, values[i]]));
            row.end = row.start + row.duration;
            return row;
        });
    };
    const periods = rows(['processor', 'start', 'duration', 'running', 'idle'], periodCount);
    const events = rows(['thread', 'start', 'duration', 'type', 'detail', 'running', 'ready', 'waiting', 'unknown',
        'longestReady', 'reason', 'displacedBy', 'displaced', 'stackTrace'], eventCount);
    events.forEach((event, i) => event.index = i);
    return {...data, slices, periods, events};
}

const data = await readData().catch(failure => {
    $('why').textContent = failure.message;
    $('failed').hidden = false;
    throw failure;
});
const {sliceCount, slices, threads, texts, meanings, periods, events} = data;
/** An amount counted in slices of a kind; null where those were left out or lost. */
const ifTold = (kind, amount) => data.told[kind] ? amount : null;
const textOf = index => index < 0 ? null : texts[index];
const frames = data.frames.map(([call, withoutPackage]) => ({call, withoutPackage}));
/** Of each the call that time is put down to, the innermost calls, and how many others there are. */
const stackTraces = data.stackTraces.map(([further, code, ...calls]) => (
    {code: frames[code], calls: calls.map(i => frames[i]), further}));
const codeOf = event => event.stackTrace < 0 ? null : stackTraces[event.stackTrace].code;

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
    {index, thread, first: 0, last: 0, rows: [], notDrawn: 0, states,
        isThread: thread.chosen && thread.totals.some(time => time > 0)}));
for (let i = 0; i < sliceCount; i++) {
    const lane = threadLanes[slices.thread[i]];
    if (lane.last === 0) lane.first = i;
    lane.last = i + 1;
}

/** Events of a thread can lie in each other; each goes into the first row where there is room, if there is. */
for (const event of events) {
    if (event.thread < 0) continue;
    const lane = threadLanes[event.thread];
    lane.isThread = true;
    const row = lane.rows.findIndex(each => each[each.length - 1].end <= event.start);
    event.row = row < 0 ? lane.rows.length : row;
    if (event.row === MOST_ROWS) {
        lane.notDrawn++;
        continue;
    }
    if (row < 0) lane.rows.push([]);
    lane.rows[event.row].push(event);
}

/** Whose running is told from that of others on the processors. */
const focus = data.focus;
const merged = threads.some(thread => thread.jvm);

const [processorStore, processorLanes] = (() => {
    const own = [];
    for (let i = 0; i < sliceCount; i++) if (kinds[i] === RUNNING || kinds[i] === IDLE) own.push(i);
    const order = Uint32Array.from(own)
        .sort((a, b) => slices.processor[a] - slices.processor[b] || slices.start[a] - slices.start[b]);
    const pick = (values, Type) => Type.from(order, i => values[i]);
    const store = new Store(pick(slices.start, Float64Array), pick(slices.end, Float64Array), Uint8Array.from(order,
        i => kinds[i] === IDLE ? IDLE : threads[slices.thread[i]].process === focus ? 0 : 1), 4);
    store.slice = order;
    // Those of which nothing is told have empty lanes.
    const lanes = new Map(data.processors.map(processor => (
        [processor, {processor, first: 0, last: 0, rows: [], states: store}])));
    order.forEach((slice, i) => {
        const lane = lanes.get(slices.processor[slice]);
        if (lane.last === 0) lane.first = i;
        lane.last = i + 1;
    });
    return [store, [...lanes.values()]];
})();

const KINDS_OF_EVENTS = [
    ['pause', /GC|Safepoint|VMOperation/],
    ['lock', /MonitorEnter|Park/],
    ['sleep', /Sleep|MonitorWait/],
    ['io', /File|Socket/],
    ['rest', /^/],
];
/** Applications and libraries define events of their own. */
const kindsOfTypes = texts.map(text => !/^(jdk\.|unknown$)/.test(text) ? 'own'
    : KINDS_OF_EVENTS.find(([, types]) => types.test(text))[0]);
