// Drawing.

const OVERVIEW_HEIGHT = 64;

/** For names, unless the window is narrow. */
const MOST_GUTTER = 240;

const canvas = $('lanes'), head = $('head');
const pen = canvas.getContext('2d'), headPen = head.getContext('2d');
let width = 0, height = 0, gutter = 0, colours = {}, inks = {}, overview = null;
const FONT = '12px system-ui, "Segoe UI", Roboto, sans-serif';
const SMALL = '10.5px system-ui, "Segoe UI", Roboto, sans-serif';

const scale = () => (width - gutter) / (view.to - view.from);
const xOf = time => gutter + (time - view.from) * scale();
const timeAt = x => view.from + (x - gutter) / scale();

function readColours() {
    const probe = element('i', '');
    $('timeline').append(probe);
    for (const name of ['paper', 'line', 'text', 'dim', 'accent', 'marked', 'running', 'ready', 'waiting', 'other',
        'idle', 'pause', 'lock', 'sleep', 'io', 'own', 'rest']) {
        probe.style.color = `var(--${name})`;
        colours[name] = getComputedStyle(probe).color;
        inks[name] = inkOn(colours[name]);
    }
    inks.waiting = colours.dim;
    probe.remove();
}

/** Black or white: what is read better on a colour, by the contrast that WCAG 2 reckons with. */
function inkOn(colour) {
    const [red, green, blue] = colour.match(/[\d.]+/g).map(part => ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}

function resize() {
    const ratio = devicePixelRatio || 1;
    width = $('scroll').clientWidth;
    height = $('scroll').clientHeight;
    gutter = Math.min(MOST_GUTTER, Math.floor(width * 0.4));
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
    let x = gutter, i = store.find(lane, view.from);
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

/** The pixel after those of an event that is drawn from one on. */
const pastEnd = (x, event) => Math.max(x + 1, Math.floor(xOf(event.end)));

/** The JVM's events: at most one starts in a pixel. */
function drawEvents(row, y, rectangles, labels) {
    for (let i = firstAfter(row, view.from); i < row.length;) {
        const event = row[i];
        if (event.start >= view.to) break;
        const x = Math.max(gutter, Math.floor(xOf(event.start)));
        const next = Math.min(width, pastEnd(x, event));
        rectangles.add(kindsOfTypes[event.type], x, y, next - x > 6 ? next - x - 1 : next - x, EVENT_HEIGHT - 1);
        if (next - x > 34) labels.push([event, x, next - x]);
        i = Math.max(i + 1, firstAfter(row, timeAt(next)));
    }
}

const shortened = (text, room, letter) => {
    const most = Math.floor(room / letter);
    return text.length <= most ? text : most < 2 ? '' : text.slice(0, most - 1) + '…';
};

/** As much of a name as there is room for with the pen; a number at its end stays, which tells it from others. */
function fitted(name, room) {
    if (pen.measureText(name).width <= room) return name;
    const number = name.slice(-24).match(/(?: \(\d+\)|[-#_ ]?\d+)$/)?.[0] ?? '';
    for (const end of number ? [`…${number}`, '…'] : ['…']) {
        const letters = [...name.slice(0, name.length - end.length + 1)];
        let most = 0;
        for (let more = letters.length; more > most;) {
            const middle = (most + more + 1) >>> 1;
            const isRoom = pen.measureText(letters.slice(0, middle).join('') + end).width <= room;
            if (isRoom) most = middle; else more = middle - 1;
        }
        if (most > 0) return letters.slice(0, most).join('') + end;
    }
    return '';
}

const typeName = event => shortType(textOf(event.type));

function shortType(type) {
    const name = type.lastIndexOf('.') + 1;
    return type.startsWith('jdk.') ? type.slice(4)
        : type.slice(0, name).replace(/([^.])[^.]*\./g, '$1.') + type.slice(name);
}

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
        lane.rows.forEach(row => {
            const labels = [];
            drawEvents(row, y, rectangles, labels);
            const at = y;
            labels.forEach(([event, x, room]) => texts.push([
                shortened(typeName(event), room - 6, 5.6), x + 3, at + 9.5, inks[kindsOfTypes[event.type]], room]));
            y += EVENT_HEIGHT;
        });
        const labels = [];
        const names = lane.isThread ? STATES.slice(0, 3) : ['running', 'other', null, 'idle'];
        drawStates(lane, y, names, rectangles, labels);
        labels.forEach(([i, x, room]) => {
            const label = shortened(sliceLabel(lane, i), room - 6, 5.8);
            texts.push([label, x + 3, y + 12, inks[names[lane.states.kind[i]]], room]);
        });
    }
    const count = background.draw(pen) + rectangles.draw(pen);
    pen.font = SMALL;
    for (const [text, x, y, colour, room] of texts) {
        pen.fillStyle = colour;
        // Letters may be wider than they are reckoned with.
        pen.fillText(text, x, y, room - 4);
    }
    drawGutter(visible, scrolled);
    drawMarks(pen, 0, height);
    drawChosen(scrolled);
    drawHead();
    canvas.dataset.rectangles = count;
}

function drawGutter(visible, scrolled) {
    pen.fillStyle = colours.line;
    pen.fillRect(gutter - 1, 0, 1, height);
    for (const lane of visible) {
        const y = lane.top - scrolled + lane.height - GAP - 4;
        const thread = lane.thread;
        const key = keys[view.sort] ?? keys.running;
        const number = thread ? length(Math.round(key(lane))).replace(/^0 ns$/, '') : '';
        pen.font = FONT;
        pen.textAlign = 'right';
        pen.fillStyle = colours.dim;
        pen.fillText(number, gutter - 8, y);
        pen.textAlign = 'left';
        const room = gutter - 22 - pen.measureText(number).width;
        const name = fitted(thread ? thread.name : `CPU ${lane.processor}`, room);
        pen.fillStyle = colours.text;
        pen.fillText(name, 8, y);
        const used = pen.measureText(name).width + 7;
        pen.font = SMALL;
        pen.fillStyle = colours.dim;
        if (thread && room - used > 40) pen.fillText(fitted(thread.process, room - used), 8 + used, y);
        if (lane.notDrawn) pen.fillText(`${grouped(lane.notDrawn)} more events`, 8, lane.top - scrolled + GAP + 9.5);
    }
}

/** What is outside of the range is veiled, and its ends are lines. */
function drawMarks(itsPen, top, itsHeight) {
    if (!view.range) return;
    const [from, to] = view.range.map(time => Math.min(width, Math.max(gutter, xOf(time))));
    itsPen.globalAlpha = 0.6;
    itsPen.fillStyle = colours.paper;
    itsPen.fillRect(gutter, top, from - gutter, itsHeight);
    itsPen.fillRect(to, top, width - to, itsHeight);
    itsPen.globalAlpha = 1;
    itsPen.fillStyle = colours.accent;
    itsPen.fillRect(from - 1, top, 1, itsHeight);
    itsPen.fillRect(to, top, 1, itsHeight);
}

function drawChosen(scrolled) {
    const chosen = resolve();
    const lane = chosen?.lane;
    if (chosen?.event) drawPath(pathOf(chosen.event), scrolled);
    if (!lane || !lanes.includes(lane) || chosen.event?.row === MOST_ROWS) return;
    const from = Math.max(gutter, xOf(chosen.start)), to = Math.min(width, xOf(chosen.end));
    if (to < gutter || from > width) return;
    const row = chosen.event ? chosen.event.row : lane.rows.length;
    const y = lane.top - scrolled + GAP + row * EVENT_HEIGHT;
    pen.strokeStyle = colours.text;
    pen.lineWidth = 2;
    pen.strokeRect(from, y, Math.max(2, to - from), chosen.event ? EVENT_HEIGHT - 1 : STATE_HEIGHT);
}

/** A line below what took the time, up or down to the next lane where another thread goes on. */
function drawPath(steps, scrolled) {
    const there = new Set(lanes);
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2;
    pen.beginPath();
    let last = null;
    for (const step of steps) {
        if (!there.has(step.lane) || step.end < view.from || step.start > view.to) {
            last = null;
            continue;
        }
        const [from, to] = [step.start, step.end].map(time => Math.min(width, Math.max(gutter, xOf(time))));
        // Of many in a pixel the jumps would hide all else.
        if (to - from < 0.5) continue;
        const y = step.lane.top - scrolled + step.lane.height - 2;
        if (last === null) pen.moveTo(from, y); else if (last !== step.lane) pen.lineTo(from, y);
        pen.lineTo(to, y);
        last = step.lane;
    }
    pen.stroke();
}

/** For each pixel of the whole: how busy the processors are, and how many threads are ready; of all slices. */
function makeOverview() {
    const pixels = Math.max(1, Math.floor(width - gutter)), step = (data.to - data.from) / pixels;
    const perPixel = times => Float64Array.from({length: pixels}, (_, pixel) => {
        const from = pixel * times.length / pixels, to = (pixel + 1) * times.length / pixels;
        let time = 0;
        for (let i = Math.floor(from); i < to; i++) time += times[i] * (Math.min(to, i + 1) - Math.max(from, i));
        return time / step;
    });
    const share = number => number / Math.max(1, data.load.processors);
    const own = perPixel(data.load.focus).map(share), all = perPixel(data.load.all).map(share);
    const ready = perPixel(data.load.ready);
    overview = {own, others: all.map((each, i) => each - own[i]), ready, most: Math.max(...ready)};
}

function drawHead() {
    const itsHeight = head.clientHeight, half = OVERVIEW_HEIGHT / 2;
    headPen.clearRect(0, 0, width, itsHeight);
    if (!overview) makeOverview();
    const rectangles = new Rectangles();
    for (let i = 0; i < overview.own.length; i++) {
        const own = overview.own[i] * (half - 4), others = overview.others[i] * (half - 4);
        rectangles.add('running', gutter + i, half - own, 1, own);
        rectangles.add('other', gutter + i, half - own - others, 1, others);
        const ready = overview.most > 0 ? overview.ready[i] / overview.most * (half - 4) : 0;
        rectangles.add('ready', gutter + i, OVERVIEW_HEIGHT - ready, 1, ready);
    }
    rectangles.add('line', 0, OVERVIEW_HEIGHT, width, 1);
    rectangles.add('line', gutter - 1, 0, 1, itsHeight);
    rectangles.draw(headPen);
    headPen.font = SMALL;
    headPen.fillStyle = colours.dim;
    headPen.fillText('processors busy', 8, half - 8);
    const most = data.load.mostReady === null ? [] : [`${data.load.mostReady} at most`];
    const ready = ['threads ready', ...most], inOneLine = ready.join(', ');
    const lines = headPen.measureText(inOneLine).width <= gutter - 16 ? [inOneLine] : ready;
    lines.forEach((line, i) => headPen.fillText(line, 8, OVERVIEW_HEIGHT - 8 - 12 * (lines.length - 1 - i)));
    const all = (width - gutter) / (data.to - data.from);
    const from = gutter + (view.from - data.from) * all, to = gutter + (view.to - data.from) * all;
    headPen.globalAlpha = 0.65;
    headPen.fillStyle = colours.paper;
    headPen.fillRect(gutter, 0, from - gutter, OVERVIEW_HEIGHT);
    headPen.fillRect(to, 0, width - to, OVERVIEW_HEIGHT);
    headPen.globalAlpha = 1;
    headPen.strokeStyle = colours.accent;
    headPen.strokeRect(from + 0.5, 0.5, Math.max(3, to - from) - 1, OVERVIEW_HEIGHT - 1);
    drawRuler(itsHeight);
}

function drawRuler(itsHeight) {
    headPen.fillStyle = colours.dim;
    const from = `${clock(view.from)} UTC`, range = view.range ? `range ${length(view.range[1] - view.range[0])}` : '';
    const isRoomForBoth = headPen.measureText(from + range).width <= gutter - 24;
    if (range === '' || isRoomForBoth) headPen.fillText(from, 8, itsHeight - 9);
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
        headPen.fillText(range, gutter - 8, itsHeight - 9);
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
