// What was chosen.

/** What the address names: a slice of a thread or a processor that begins at a time, or an event, by its number. */
function resolve() {
    if (!view.chosen) return null;
    const [what, index, time] = view.chosen;
    if (what === 'event') {
        const event = events[index];
        return event?.start === time && event.thread >= 0
            ? {event, lane: threadLanes[event.thread], start: time, end: event.end} : null;
    }
    const lane = what === 'cpu' ? processorLanes.find(each => each.processor === index) : threadLanes[index];
    if (!lane) return null;
    const i = lane.states.find(lane, time);
    if (i >= lane.last || lane.states.start[i] > time) return null;
    return {i: what === 'cpu' ? lane.states.slice[i] : i, lane, start: lane.states.start[i], end: lane.states.end[i]};
}

const lanesByProcessor = new Map(processorLanes.map(lane => [lane.processor, lane]));

/** How long each thread ran meanwhile on a slice's processor, how long it was idle, and how long that is not told. */
function ranMeanwhile(i, from, to, tellPriority = () => {}) {
    const lane = lanesByProcessor.get(slices.processor[i]);
    const times = new Map();
    let idle = 0, untold = to - from;
    if (lane) {
        for (let j = processorStore.find(lane, from); j < lane.last && processorStore.start[j] < to; j++) {
            const time = Math.min(to, processorStore.end[j]) - Math.max(from, processorStore.start[j]);
            untold -= time;
            if (processorStore.kind[j] === IDLE) {
                idle += time;
                continue;
            }
            const thread = slices.thread[processorStore.slice[j]];
            times.set(thread, (times.get(thread) ?? 0) + time);
            tellPriority(thread, slices.priority[processorStore.slice[j]]);
        }
    }
    return {times, idle, untold};
}

/** Who of these ran longest, if nobody else can have run longer; and how long, null if that is uncertain. */
function culprit({times, untold}) {
    const [who, time] = longestOf(times);
    const [, second] = longestOf([...times].filter(([thread]) => thread !== who));
    const hasAll = data.hasAllSlices || untold <= 0;
    const isCertain = (hasAll || untold < time - second) && (data.hasAllThreads || untold <= time);
    return isCertain ? [who, hasAll ? time : null] : [-1, 0];
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
        made.textContent = 'unknown';
        return made;
    }
    made.append(element('button', threads[index].name, {class: 'plain', 'data-thread': index}), after);
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
    made.addEventListener('click', () => {
        action();
        // The button may be there no more.
        if (!made.isConnected) focusTimeline();
    });
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
            [keyboard('drag', 'a', 'd'), 'move, as left and right do'],
            [keyboard('wheel'), 'over the names: other lanes, as up and down do'],
            [keyboard('drag'), 'on the ruler: the tables count that time only'],
            [keyboard('click'), 'a slice: what it is'],
            [keyboard('click'), 'a name: its thread'],
            [keyboard('click'), 'an event or code in a table: the longest one'],
            [keyboard('Enter'), 'a name in a table: its thread'],
            [keyboard('n', 'p'), "the thread's next and previous slice, at first the first thread's"],
            [keyboard('0', 'Esc'), 'the whole; nothing chosen'],
        ]);
        details.append(list, element('p', 'Where a pixel holds several slices, each state is as high as its share of'
            + ' that time. The address in the browser is a link to what you see.'));
        return;
    }
    details.append(list, actions);
    if (chosen?.event) describePath(chosen.event, details);
    if (chosen) {
        actions.append(
            button('zoom to it', () => show(chosen.start, chosen.end)),
            button('count this time', () => setRange([chosen.start, chosen.end])));
        if (!chosen.event && chosen.lane.isThread) {
            if (chosen.i > chosen.lane.first) actions.append(button('before', () => step(-1)));
            if (chosen.i + 1 < chosen.lane.last) actions.append(button('after', () => step(1)));
        }
    }
    if (view.thread >= 0 && view.thread !== view.only && threadLanes[view.thread].isThread) {
        actions.append(button('only this thread', () => setFilter('', view.thread)));
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
    const [who, time] = kind === READY ? culprit(ranMeanwhile(i, slices.start[i], slices.end[i])) : [-1, 0];
    rows(list, [
        ['thread', kind === IDLE ? null : threadLink(slices.thread[i])],
        ['process', kind === IDLE ? null : threads[slices.thread[i]].process],
        ['from', when(slices.start[i])],
        ['to', when(slices.end[i])],
        [kind === READY ? 'ran then on' : kind === WAITING ? 'left' : 'on',
            slices.processor[i] < 0 ? 'unknown' : `CPU ${slices.processor[i]}`],
        ['priority', slices.priority[i] < 0 ? null : String(slices.priority[i])],
        ['why', kind === READY || kind === WAITING ? reason(slices.reason[i]) : null],
        [kind === WAITING ? 'ended by' : 'readied by',
            kind === WAITING || kind === READY && slices.readiedBy[i] >= 0 ? threadLink(slices.readiedBy[i]) : null],
        ['lost to', slices.instead[i] < 0 ? null : threadLink(slices.instead[i])],
        ['ran instead', who < 0 ? null : threadLink(who, time === null ? '' : ` for ${millis(time)} ms`)],
        ['cut off', slices.kind[i] & CLIPPED ? 'by an edge of the trace' : null],
    ]);
}

function describeEvent(event, heading, list, details) {
    heading.append(swatch(kindsOfTypes[event.type]), `${typeName(event)}: ${millis(event.duration)} ms`);
    details.append(bar(event));
    rows(list, [
        ['about', textOf(event.detail)],
        ['thread', threadLink(event.thread)],
        ['in', event.stackTrace < 0 ? null : callsOf(event)],
        ['from', when(event.start)],
        ['to', when(event.end)],
        ['ran', timeIfAny(event.running)],
        ['was ready', timeIfAny(event.ready)],
        ['waited', timeIfAny(event.waiting)],
        ['unknown', timeIfAny(event.unknown)],
        ['for', event.reason < 0 ? null : reason(event.reason)],
        ['longest ready', timeIfAny(event.longestReady)],
        ['ran instead', event.displacedBy < 0 ? null
            : threadLink(event.displacedBy, event.displaced > 0 ? ` for ${millis(event.displaced)} ms` : '')],
        ['of process', event.displacedBy < 0 ? null : threads[event.displacedBy].process],
        ['not drawn', event.row === MOST_ROWS ? `begins within ${MOST_ROWS} others of its thread` : null],
    ]);
}

const timeIfAny = nanos => nanos > 0 ? `${millis(nanos)} ms` : null;

/** What its time went to. */
function bar(event) {
    const made = picture(partsOf(event, 264), 1);
    // A scrollbar takes some of that width.
    for (const [key, value] of [['viewBox', '0 0 264 10'], ['preserveAspectRatio', 'none'], ['width', '100%']]) {
        made.setAttribute(key, value);
    }
    return made;
}

/** The call that an event's time is put down to; all calls when one asks for them. */
function callsOf(event) {
    const {code, calls, further} = stackTraces[event.stackTrace];
    const made = element('details', null), list = element('ol', null);
    const counted = calls.indexOf(code);
    calls.forEach(({call}, i) => list.append(element('li', call, i === counted ? {class: 'code'} : {})));
    if (further > 0) list.append(element('li', `and ${grouped(further)} more`));
    made.append(element('summary', code.withoutPackage, {title: code.call}), list);
    return made;
}

function describeThread(lane, heading, list) {
    heading.textContent = lane.thread.name;
    const time = kind => view.range ? states.time(lane, kind, ...view.range) : lane.thread.totals[kind];
    const part = kind => ifTold(kind, `${millis(time(kind))} ms`);
    const drawn = data.leftOut ? ' drawn' : '';
    rows(list, [
        ['process', lane.thread.process],
        ['id', String(lane.thread.id)],
        ['counted', !view.range ? 'the whole time' : drawn ? 'the slices drawn in the range' : 'the range'],
        ['running', part(RUNNING)],
        ['ready', part(READY)],
        ['waiting', part(WAITING)],
        ['slices', grouped(lane.last - lane.first) + drawn],
        ['not drawn', lane.notDrawn ? `${grouped(lane.notDrawn)} events within ${MOST_ROWS} others` : null],
    ]);
}

function choose(what, index, time) {
    view.chosen = [what, index, time];
    const chosen = resolve();
    if (!chosen) view.chosen = null;
    view.thread = chosen?.event ? chosen.event.thread
        : chosen && kinds[chosen.i] !== IDLE ? slices.thread[chosen.i] : -1;
    showDetails();
    changed();
}

/**
 * Chooses the slice after the chosen one or before it; the first in sight of a thread, if only that is chosen, and of
 * the first thread, if none is.
 */
function step(by) {
    const isNone = view.thread < 0;
    const chosen = isNone ? null : resolve();
    if (isNone) lanes.filter(each => each.isThread).slice(0, 1).forEach(first => reveal(first.index));
    const lane = chosen?.lane.isThread ? chosen.lane : threadLanes[view.thread];
    if (!lane?.isThread) return;
    const i = chosen?.i === undefined ? states.find(lane, chosen ? chosen.start : view.from) : chosen.i + by;
    if (i < lane.first || i >= lane.last) return;
    if (slices.end[i] <= view.from || slices.start[i] >= view.to) {
        const half = (view.to - view.from) / 2;
        view.from = slices.start[i] - half;
        view.to = slices.start[i] + half;
    }
    choose('slice', lane.index, slices.start[i]);
}

const focusTimeline = () => $('scroll').focus({preventScroll: true});

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

/** Shows the threads with a text in their names, or only one. */
function setFilter(text, only = -1) {
    Object.assign(view, {filter: text, only});
    showFilter();
    showDetails();
    arrange();
    count();
}
