// What an event of the JVM took its time for, through all threads that it waited for; as CriticalPaths finds it.

const NOT_TOLD = -1, NOT_STARTED = -2, ENDED = -3, LEAST_SHARE = 0.01, DEEPEST = 200;
/** Of which the paths are added up: the longest. */
const MOST_PATHS = 100_000;
const pathsOfEvents = new Map();

/** The steps of an event, one after the other: what a thread did, and whose wait that ended. */
function pathOf(event) {
    if (!pathsOfEvents.has(event)) pathsOfEvents.set(event, stepsBack(event).reverse());
    return pathsOfEvents.get(event);
}

/** The same, the last first. */
function stepsBack(event) {
    const steps = [];
    const from = Math.max(data.from, event.start), to = Math.min(data.to, event.end);
    follow(threadLanes[event.thread], from, to, null, new Set(), steps);
    return steps;
}

/** Goes back in time along what a thread did. */
function follow(lane, from, to, woke, waiting, steps) {
    let next = -1;
    for (let end = to; end > from;) {
        const i = lastBefore(lane, end);
        const until = i < 0 ? from : Math.max(from, slices.end[i]);
        if (until < end) {
            steps.push({lane, kind: between(i, next), start: until, end, woke});
            end = until;
            continue;
        }
        const start = Math.max(from, slices.start[i]);
        const waker = kinds[i] === WAITING ? threadLanes[slices.readiedBy[i]] : undefined;
        const isFollowed = waker && waker !== lane && !waiting.has(waker) && waiting.size < DEEPEST
            && isTold(waker, start, end);
        if (isFollowed) {
            waiting.add(lane);
            follow(waker, start, end, lane, waiting, steps);
            waiting.delete(lane);
        } else {
            steps.push({lane, kind: kinds[i], start, end, woke, i});
        }
        end = start;
        next = i;
    }
}

/** Why nothing is told of a thread between two of its slices; -1 for none. */
function between(before, after) {
    if (before >= 0 && textOf(slices.reason[before]) === 'Terminated') return ENDED;
    return before < 0 && after >= 0 && textOf(slices.reason[after]) === 'Started' ? NOT_STARTED : NOT_TOLD;
}

const isTold = (lane, from, to) => {
    const i = lastBefore(lane, to);
    return i >= 0 && slices.end[i] > from;
};

/** A lane's last slice that begins before a time; -1 if there is none. */
function lastBefore(lane, time) {
    // Times are whole nanoseconds.
    const i = states.find(lane, time - 1);
    if (i < lane.last && slices.start[i] < time) return i;
    return i > lane.first ? i - 1 : -1;
}

/** Who ran while a thread was ready, or ended its wait, and of how much of the time that is not told. */
function othersOf({kind, i, start, end}) {
    if (kind === READY) return ranMeanwhile(i, start, end);
    const waker = kind === WAITING ? slices.readiedBy[i] : -1;
    return waker < 0 ? {times: [], untold: end - start} : {times: [[waker, end - start]], untold: 0};
}

/**
 * Adds to parts steps of one thread, in one state, for one reason, that ended the waits of one thread.
 *
 * @param ofAnyWait whether it makes no difference whose wait they ended
 */
function addToParts(parts, steps, ofAnyWait) {
    for (const step of steps) {
        const why = step.kind === WAITING ? slices.reason[step.i] : -1, woke = ofAnyWait ? null : step.woke;
        const key = [step.lane.index, step.kind, why, woke?.index].join();
        if (!parts.has(key)) parts.set(key, {...step, why, woke, time: 0, times: new Map(), untold: 0});
        const part = parts.get(key);
        part.time += step.end - step.start;
        const {times, untold} = othersOf(step);
        for (const [thread, its] of times) part.times.set(thread, (part.times.get(thread) ?? 0) + its);
        part.untold += untold;
    }
}

/** What is there to tell beside what the event's own thread did. */
function describePath(event, details) {
    const parts = new Map();
    // From the last on, as the program does: so those that took equally long come in the same order.
    addToParts(parts, pathOf(event).toReversed(), false);
    const least = LEAST_SHARE * timeOf(parts);
    if ([...parts.values()].some(part => part.woke && part.time >= least)) {
        details.append(element('h2', 'With those it waited for'));
        describeParts(parts, 'path', details);
    }
    describeTogether(event, details);
}

const timeOf = parts => [...parts.values()].reduce((sum, part) => sum + part.time, 0);

/** Those that make a difference, the longest first. */
function describeParts(parts, id, details) {
    const all = timeOf(parts);
    const shown = descending([...parts.values()].filter(part => part.time >= LEAST_SHARE * all), 'time');
    const list = element('dl', null, {id});
    details.append(list);
    rows(list, shown.map(part => {
        const {lane, kind, why, woke, time} = part;
        const did = element('span', null);
        const [displacer, displaced] = kind === READY ? culprit(part) : [-1, 0];
        const [waker, waited] = kind === WAITING ? longestOf(part.times) : [-1, 0];
        did.append(swatch(STATES[kind] ?? 'unknown'), threadLink(lane.index),
            {[RUNNING]: ' ran', [READY]: ' was ready', [WAITING]: ' waited', [NOT_STARTED]: ' had not started',
                [ENDED]: ' had ended', [NOT_TOLD]: ': unknown'}[kind]);
        if (why >= 0) did.append(`: ${textOf(why)}`);
        if (displacer >= 0) {
            did.append(', displaced by ',
                threadLink(displacer, displaced === null ? '' : ` for ${millis(displaced)} ms`));
        }
        if (waker >= 0 && waited >= part.untold) did.append(', woken by ', threadLink(waker));
        if (woke) did.append(', then woke ', threadLink(woke.index));
        return [`${millis(time)} ms`, did];
    }));
    const rest = all - shown.reduce((sum, part) => sum + part.time, 0);
    if (rest > 0) details.append(element('p', `and ${millis(rest)} ms in smaller parts`));
}

/** The paths of all events of a type that are counted, once somebody wants to know. */
function describeTogether({type}, details) {
    const made = element('details', null, {id: 'together'});
    made.append(element('summary', `All ${shortType(textOf(type))} together`));
    made.addEventListener('toggle', () => {
        const all = countedEvents().filter(each => each.type === type && each.thread >= 0);
        const followed = descending(all, 'duration').slice(0, MOST_PATHS);
        const parts = new Map();
        for (const each of followed) addToParts(parts, stepsBack(each), true);
        const sums = {running: 0, ready: 0, waiting: 0, absent: 0, unknown: 0};
        for (const {kind, time} of parts.values()) {
            sums[STATES[kind] ?? (kind === NOT_TOLD ? 'unknown' : 'absent')] += time;
        }
        // What is outside of the recording is not told, either.
        sums.duration = followed.reduce((sum, each) => sum + each.duration, 0);
        sums.unknown += sums.duration - timeOf(parts);
        const number = followed.length < all.length
            ? `The ${grouped(MOST_PATHS)} longest` : `${grouped(all.length)} events`;
        made.append(element('p', `${number} that the tables count, with those that they waited for:`
            + ` ${millis(sums.duration)} ms`), bar(sums));
        const list = element('dl', null);
        made.append(list);
        rows(list, [['ran', 'running'], ['were ready', 'ready'], ['waited', 'waiting'], ['not there', 'absent'],
            ['unknown', 'unknown']].map(([did, name]) => [did, timeIfAny(sums[name])]));
        describeParts(parts, 'parts', made);
    }, {once: true});
    details.append(made);
}
