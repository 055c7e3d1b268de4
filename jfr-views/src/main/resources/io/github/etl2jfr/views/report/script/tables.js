// The tables, for a part of the time and of the threads.

const LONGEST_LIST = 100;
/** Characters of which a cell has room for the widest. */
const SHORT = 30;

/** The header that a table is sorted by; null if its rows have an order of their own. */
const sortedBy = table => table.tHead.querySelector('[aria-sort]');

/** What the program wrote: rows, what these are sorted by, and how many there are beside them. */
const whole = new Map([...document.querySelectorAll('.tables table')].map(table => {
    const body = table.tBodies[0], header = sortedBy(table), note = table.closest('section').querySelector('.more');
    return [table.id, {body, header, order: header?.ariaSort, note, more: Number(note?.dataset.more ?? 0)}];
}));

/** What stands for several events. */
const SUMS = '#explain-events td.event, #explain-slowest td.event, #explain-code td.code';

/** What a click on leads to the timeline. */
const LINKS = `[data-at], [data-thread], ${SUMS}`;

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
    const processors = new Map(data.processors.map(processor => [processor,
        {processor, ran: 0, running: 0, idle: 0, arrivals: 0, times: new Map()}]));
    const counted = {threads: [], ready: [], readyTotal: 0, reasons: new Map(), wakers: new Map(), processors};
    for (const lane of threadLanes) {
        const shown = lane.isThread && matches(lane.thread);
        const totals = {thread: lane.index, times: [0, 0, 0, 0], longestReady: 0, longestReadyStart: null,
            migrations: 0, lowestPriority: null, highestPriority: null, firstSeen: Infinity, lastSeen: 0};
        let processor = -1;
        for (let i = states.find(lane, from); i < lane.last && slices.start[i] < to; i++) {
            const start = Math.max(from, slices.start[i]), end = Math.min(to, slices.end[i]), duration = end - start;
            const kind = kinds[i], its = processors.get(slices.processor[i]);
            totals.times[kind] += duration;
            totals.firstSeen = Math.min(totals.firstSeen, start);
            totals.lastSeen = end;
            if (kind === RUNNING) its.ran += duration;
            const priority = slices.priority[i];
            if (priority >= 0) {
                totals.lowestPriority = Math.min(totals.lowestPriority ?? priority, priority);
                totals.highestPriority = Math.max(totals.highestPriority ?? priority, priority);
            }
            if (kind === IDLE) {
                its.idle += duration;
            } else if (kind === RUNNING && shown) {
                its.running += duration;
                its.times.set(lane.index, (its.times.get(lane.index) ?? 0) + duration);
                if (slices.processor[i] >= 0) {
                    if (processor >= 0 && processor !== slices.processor[i]) {
                        totals.migrations++;
                        its.arrivals++;
                    }
                    processor = slices.processor[i];
                }
            } else if (kind === READY && shown) {
                counted.ready.push([duration, start, i]);
                counted.readyTotal += duration;
                if (duration > totals.longestReady) {
                    Object.assign(totals, {longestReady: duration, longestReadyStart: start});
                }
            } else if (shown) {
                const waker = slices.end[i] > to ? -1 : slices.readiedBy[i];
                const wait = {thread: lane.index, from: start, to: end, waker};
                addWait(counted.reasons, slices.reason[i], wait);
                addWait(counted.wakers, wait.waker, wait);
            }
        }
        if (shown && totals.firstSeen < Infinity) counted.threads.push(totals);
    }
    addPeriods(processors, from, to);
    return counted;
}

/** Of a period's part only so much is certain: see ProcessorPeriod. */
function addPeriods(processors, from, to) {
    const ran = new Map(), idle = new Map();
    for (const period of periods) {
        const outside = period.duration - (Math.min(to, period.end) - Math.max(from, period.start));
        if (outside >= period.duration) continue;
        const add = (sums, time) => sums.set(period.processor,
            (sums.get(period.processor) ?? 0) + Math.max(0, time - outside));
        add(ran, period.running);
        add(idle, period.idle);
    }
    for (const its of processors.values()) {
        its.ran = Math.max(its.ran, ran.get(its.processor) ?? 0);
        its.idle = Math.max(its.idle, idle.get(its.processor) ?? 0);
    }
}

/** Who ran on the processors that threads got after they had been ready, while they were. */
function displacersOf(counted) {
    if (!counted.displacers) {
        const byThread = new Map(), longestOfProcesses = new Map();
        // Bit n of a thread's number: with priority n.
        const priorities = new Map();
        const tellPriority = (thread, priority) => {
            if (priority >= 0) priorities.set(thread, priorities.get(thread) | 1 << priority);
        };
        const sums = {behindThreads: 0, besideIdle: 0, unknown: 0};
        for (const [duration, start, i] of counted.ready) {
            const {times, idle, untold} = ranMeanwhile(i, start, start + duration, tellPriority);
            const ofProcesses = new Map();
            for (const [thread, time] of times) {
                const totals = byThread.get(thread)
                    ?? {thread, process: threads[thread].process, count: 0, total: 0, longest: 0};
                byThread.set(thread, totals);
                totals.count++;
                totals.total += time;
                totals.longest = Math.max(totals.longest, time);
                sums.behindThreads += time;
                ofProcesses.set(totals.process, (ofProcesses.get(totals.process) ?? 0) + time);
            }
            for (const [process, time] of ofProcesses) {
                longestOfProcesses.set(process, Math.max(longestOfProcesses.get(process) ?? 0, time));
            }
            sums.besideIdle += idle;
            sums.unknown += untold;
        }
        counted.displacers = {byThread: [...byThread.values()], longestOfProcesses, sums, priorities};
    }
    return counted.displacers;
}

const descending = (list, key) => list.sort((a, b) => b[key] - a[key]);
const byTimes = list => ['waiting', 'ready', 'running'].reduce(descending, list);

/** What threads that have something in common did together. */
function groupTotals(counted, commonOf) {
    const groups = new Map();
    for (const each of counted.threads) {
        const common = commonOf(threads[each.thread]), key = JSON.stringify(common);
        const totals = groups.get(key) ?? {...common, threads: 0, running: 0, ready: 0, waiting: 0,
            longestReady: 0, longestReadyStart: null, migrations: 0};
        groups.set(key, totals);
        totals.threads++;
        totals.running += each.times[RUNNING];
        totals.ready += each.times[READY];
        totals.waiting += each.times[WAITING];
        totals.migrations += each.migrations;
        if (each.longestReady > totals.longestReady) {
            const {longestReady, longestReadyStart} = each;
            Object.assign(totals, {longestReady, longestReadyStart});
        }
    }
    return byTimes([...groups.values()].map(each => ({...each, running: ifTold(RUNNING, each.running),
        ready: ifTold(READY, each.ready), waiting: ifTold(WAITING, each.waiting),
        longestReady: ifTold(READY, each.longestReady), migrations: ifTold(RUNNING, each.migrations)})));
}

/** The JVM's events by what they have in common. */
function eventTotals(events, name, valueOf) {
    const byValue = new Map();
    for (const event of events) {
        const value = valueOf(event);
        const totals = byValue.get(value)
            ?? {[name]: value, count: 0, duration: 0, running: 0, ready: 0, waiting: 0, unknown: 0, longest: 0};
        byValue.set(value, totals);
        totals.count++;
        for (const key of ['duration', 'running', 'ready', 'waiting', 'unknown']) totals[key] += event[key];
        totals.longest = Math.max(totals.longest, event.duration);
    }
    return descending([...byValue.values()], 'duration');
}

/** The least duration that the program does not tell apart from this. */
function durationStep(duration) {
    const step = 2 ** Math.max(0, Math.floor(Math.log2(duration)) - 7);
    return Math.floor(duration / step) * step;
}

/** One of so many of the events of a type, the slowest, where there are enough. */
function slowestOf(ofType, javaEvent) {
    const durations = Float64Array.from(ofType, event => event.duration).sort();
    return ofType.length < 10 ? [] : [1, 2, 10, 100, 1000].filter(oneOf => oneOf <= ofType.length).map(oneOf => {
        const atLeast = durationStep(durations.at(-Math.ceil(ofType.length / oneOf)));
        const [totals] = eventTotals(ofType.filter(event => event.duration >= atLeast), 'javaEvent', () => javaEvent);
        const [meanDuration, meanRunning, meanReady, meanWaiting, meanUnknown] =
            ['duration', 'running', 'ready', 'waiting', 'unknown'].map(key => Math.round(totals[key] / totals.count));
        return {javaEvent, share: 1 / oneOf, count: totals.count, atLeast,
            meanDuration, meanRunning, meanReady, meanWaiting, meanUnknown};
    });
}

const makeRows = {
    'latency-percentiles'({ready, readyTotal}) {
        const sorted = Float64Array.from(ready, each => each[0]).sort();
        const percentile = share => sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1];
        return [{count: ifTold(READY, sorted.length), total: ifTold(READY, readyTotal), p50: percentile(0.5),
            p90: percentile(0.9), p99: percentile(0.99), p999: percentile(0.999), longest: percentile(1)}];
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
    'displacers-processes'(counted) {
        const processes = new Map();
        const {byThread, longestOfProcesses} = displacersOf(counted);
        for (const {process, total} of byThread) {
            const totals = processes.get(process)
                ?? {process, threads: 0, total: 0, longest: longestOfProcesses.get(process)};
            processes.set(process, totals);
            totals.threads++;
            totals.total += total;
        }
        return descending([...processes.values()], 'total');
    },
    'displacers-threads'(counted) {
        const {byThread, priorities} = displacersOf(counted);
        return descending(byThread.map(each => {
            const its = priorities.get(each.thread);
            return {...each, lowestPriority: its ? 31 - Math.clz32(its & -its) : null,
                highestPriority: its ? 31 - Math.clz32(its) : null};
        }), 'total');
    },
    'displacers-ready'(counted) {
        const {sums} = displacersOf(counted);
        return [{...sums, total: counted.readyTotal, besideIdle: data.hasIdle ? sums.besideIdle : null}];
    },
    'waits-reasons'({reasons}) {
        return descending([...reasons].map(([index, waits]) => ({reason: textOf(index),
            meaning: index < 0 ? 'waits for an unknown reason' : meanings[index], count: waits.count,
            total: waits.total, longest: waits.longest, longestWaiter: waits.of, waiters: waits.waiters.size,
            waker: longestOf(waits.wakers)[0]})), 'total');
    },
    'waits-wakers'({wakers}) {
        return descending([...wakers].map(([waker, waits]) => ({waker, process: threads[waker]?.process,
            count: waits.count, total: waits.total, longest: waits.longest, waiters: waits.waiters.size})), 'total');
    },
    'threads-threads'(counted, length) {
        return byTimes(counted.threads.map(each => ({...each, process: threads[each.thread].process,
            osThreadId: threads[each.thread].id, running: ifTold(RUNNING, each.times[RUNNING]),
            load: ifTold(RUNNING, each.times[RUNNING] / length), ready: ifTold(READY, each.times[READY]),
            waiting: ifTold(WAITING, each.times[WAITING]), longestReady: ifTold(READY, each.longestReady),
            migrations: ifTold(RUNNING, each.migrations)})));
    },
    'pools-pools'(counted, length) {
        return groupTotals(counted, ({pool, process}) => ({pool, process})).map(each => (
            {...each, load: ifTold(RUNNING, each.running / length)}));
    },
    'summary-processes'(counted) {
        return groupTotals(counted, ({process}) => ({process}));
    },
    'processors-processors'({processors}, length) {
        return [...processors.values()].map(each => {
            const [busiest, busiestRunning] = longestOf(each.times);
            const told = each.ran + each.idle, ifAny = amount => told > 0 ? amount : null;
            const unknown = Math.max(0, length - told);
            // What is not told may have been load, too, or none.
            const isLoadTold = told > 0 && unknown <= (data.hasIdleTimes ? 0.01 : 0.0005) * length;
            const load = isLoadTold ? each.ran / told : null;
            return {...each, load, '': load === null ? [] : [['running', Math.round(load * 20)]],
                running: ifAny(ifTold(RUNNING, each.running)), others: ifAny(ifTold(RUNNING, each.ran - each.running)),
                idle: data.hasIdleTimes ? ifAny(each.idle) : null, unknown,
                arrivals: ifAny(ifTold(RUNNING, each.arrivals)),
                threads: ifAny(ifTold(RUNNING, each.times.size)), busiest,
                busiestRunning: busiest < 0 ? null : busiestRunning};
        });
    },
    'explain-events': ({events}) => eventTotals(events, 'javaEvent', event => textOf(event.type)),
    'explain-code': ({events}) => eventTotals(events, 'code', codeOf),
    'explain-slowest'({events}) {
        const byType = Map.groupBy(events, event => event.type);
        return eventTotals(events, 'type', event => event.type)
            .flatMap(({type}) => slowestOf(byType.get(type), textOf(type)));
    },
};

/** Of a time that a thread was ready, as counted: who ran longest meanwhile, found only for those that need it. */
const culpritOf = ready => ready[3] ??= culprit(ranMeanwhile(ready[2], ready[1], ready[1] + ready[0]));
const processOf = thread => thread < 0 ? null : threads[thread].process;

/** Tables of the longest of many: of what, which come first where nothing else tells, and what is in their columns. */
const lists = {
    'latency-longest': {
        of: ({ready}) => ready,
        compare: (a, b) => b[0] - a[0] || a[1] + a[0] - b[1] - b[0],
        columns: {
            start: ([, start]) => start, ready: ([duration]) => duration, thread: ([,, i]) => slices.thread[i],
            process: ([,, i]) => processOf(slices.thread[i]), cause: ([,, i]) => textOf(slices.reason[i]),
            runningInstead: ([,, i]) => slices.instead[i],
            processor: ([,, i]) => slices.processor[i] < 0 ? null : slices.processor[i],
            culprit: ready => culpritOf(ready)[0], culpritProcess: ready => processOf(culpritOf(ready)[0]),
            culpritRunning: ready => culpritOf(ready)[0] < 0 ? null : culpritOf(ready)[1],
        },
    },
    'explain-longest': {
        of: ({events}) => events,
        compare: (a, b) => b.duration - a.duration || a.index - b.index,
        columns: {
            start: event => event.start, duration: event => event.duration, '': event => partsOf(event, 10),
            javaEvent: event => textOf(event.type), thread: event => event.thread, running: event => event.running,
            ready: event => event.ready, waiting: event => event.waiting, unknown: event => event.unknown,
            waitReason: event => textOf(event.reason), displacedBy: event => event.displacedBy,
            displaced: event => event.displaced > 0 ? event.displaced : null,
            displacedByProcess: event => processOf(event.displacedBy), code: codeOf,
            detail: event => textOf(event.detail),
        },
    },
};

const NAMES_THREAD = new Set(
    ['thread', 'runningInstead', 'culprit', 'longestWaiter', 'waker', 'busiest', 'displacedBy']);

function cell(kind, key, value) {
    const made = element('td', '', {class: kind});
    if (value === null || value === undefined || NAMES_THREAD.has(key) && value < 0) return made;
    if (kind === 'picture') {
        made.append(picture(value, 6));
    } else if (NAMES_THREAD.has(key)) {
        made.dataset.thread = value;
        made.textContent = threads[value].name;
    } else if (kind === 'code') {
        made.title = value.call;
        made.textContent = value.withoutPackage;
    } else if (kind === 'moment') {
        made.dataset.at = value;
        made.textContent = seconds(value);
    } else {
        made.textContent = kind === 'time' ? millis(value) : kind === 'count' ? grouped(value)
            : kind === 'share' ? (value * 100).toFixed(1) : kind === 'event' ? shortType(value) : value;
    }
    if (made.textContent.length > SHORT && !made.title) made.title = made.textContent;
    return made;
}

const countedTime = () => view.range ?? [data.from, data.to];

function countedEvents() {
    const [from, to] = countedTime();
    return events.filter(event => event.start < to && (event.start >= from || event.end > from)
        && (event.thread < 0 ? !isFiltered() : matches(threads[event.thread])));
}

const isPart = () => view.range !== null || isFiltered();

/** What is counted, once a table needs it. */
let counted = null;
function countedNow() {
    counted ??= {...countPart(...countedTime()), events: countedEvents()};
    return counted;
}

/** The tables tell the whole as the program counted it, until there is a range or a filter. */
function count() {
    counted = null;
    $('counted').hidden = !isPart();
    if (isPart()) tellWhatIsCounted();
    for (const id of whole.keys()) fill(id);
}

function tellWhatIsCounted() {
    const [from, to] = countedTime();
    const time = view.range ? `${seconds(from)} s to ${seconds(to)} s, ${length(to - from)}` : 'the whole time';
    const only = threads[view.only];
    const whose = only ? `, of thread “${only.name}” of ${only.process} only`
        : view.filter ? `, of threads with “${view.filter}” in their or their process's name` : '';
    $('what').textContent = `The tables count ${time}${whose}.`
        + [[data.leftOut, 'slices'], [data.eventsLeftOut, 'JVM events']].filter(([number]) => number)
            .map(([number, what]) => ` ${grouped(number)} short ${what} that are not drawn are not counted.`).join('')
        + ' Switches and findings are for the whole only.';
}

/** Fills a table with what is counted, in the order that its header tells. */
function fill(id) {
    const table = $(id), list = lists[id], {body, header, order, more} = whole.get(id);
    const sorted = sortedBy(table), isAsWritten = sorted === header && sorted?.ariaSort === order;
    // What comes first in another order may not be among the longest.
    const all = list && (isPart() || more > 0 && !isAsWritten) ? list.of(countedNow()) : [];
    const isMade = isPart() || all.length > body.rows.length;
    let filled = body;
    if (isMade) {
        const [from, to] = countedTime();
        filled = bodyOf(table, list ? rowsOf(list, firstOf(list, all, sorted)) : makeRows[id](countedNow(), to - from));
    }
    table.tBodies[0].replaceWith(filled);
    if (!list || !isMade) sortAgain(table);
    if (!list) return;
    if (isPart()) {
        tellMore(id, all.length - filled.rows.length, 0);
    } else {
        tellMore(id, more, isAsWritten ? 0 : body.rows.length + more - Math.max(all.length, body.rows.length));
    }
}

function bodyOf(table, rows) {
    const columns = [...table.tHead.rows[0].cells].map(each => each.dataset);
    const body = document.createElement('tbody');
    if (rows.length === 0) body.insertRow().append(element('td', table.dataset.none, {colspan: columns.length}));
    for (const row of rows) {
        const line = body.insertRow();
        for (const {kind, key} of columns) line.append(cell(kind, key, row[key]));
    }
    addButtons(body, LINKS);
    return body;
}

/** Says how many rows a list has beside those shown, and how many of them were not there to be sorted. */
function tellMore(id, more, unsorted) {
    const its = whole.get(id);
    if (!its.note && more > 0) $(id).closest('section').append(its.note = element('p', '', {class: 'more'}));
    if (!its.note) return;
    its.note.hidden = more <= 0;
    its.note.textContent = `and ${grouped(more)} more`
        + (unsorted > 0 ? `; ${grouped(unsorted)} short ones that are not drawn are not sorted` : '');
}

const rowsOf = ({columns}, items) => items.map(item => (
    Object.fromEntries(Object.entries(columns).map(([key, valueOf]) => [key, valueOf(item)]))));

/** The first of many in the order that a header tells, as many as are shown; to sort them all would take seconds. */
function firstOf({compare, columns}, items, header) {
    const {key, kind} = header.dataset, sign = signOf(header);
    const first = [];
    const comesBefore = (value, item, other) => {
        const order = compareValues(value, other.value, sign);
        return order < 0 || order === 0 && compare(item, other.item) < 0;
    };
    for (const item of items) {
        const value = sortValue(kind, key, columns[key](item));
        let place = 0, end = first.length;
        while (place < end) {
            const middle = (place + end) >>> 1;
            if (comesBefore(value, item, first[middle])) end = middle; else place = middle + 1;
        }
        if (place === LONGEST_LIST) continue;
        first.splice(place, 0, {value, item});
        if (first.length > LONGEST_LIST) first.pop();
    }
    return first.map(({item}) => item);
}

/** What a value is sorted by: as it is shown, but calls with their packages; an empty text if it is unknown. */
function sortValue(kind, key, value) {
    if (value === null || kind === 'picture' || NAMES_THREAD.has(key) && value < 0) return '';
    const text = NAMES_THREAD.has(key) ? threads[value].name : kind === 'code' ? value.call
        : kind === 'event' ? shortType(value) : value;
    return typeof text === 'string' ? text.toLowerCase() : text;
}

/** What is unknown comes last. */
const compareValues = (a, b, sign) => (a === '') - (b === '') || (a < b ? -sign : a > b ? sign : 0);
const signOf = header => header.ariaSort === 'ascending' ? 1 : -1;

/** Sorts by a column in its usual order, or where it is so, the other way. */
function sortTable(header) {
    const usual = header.dataset.order, other = usual === 'descending' ? 'ascending' : 'descending';
    const order = header.ariaSort === usual ? other : usual;
    for (const each of header.parentElement.cells) each.removeAttribute('aria-sort');
    header.ariaSort = order;
    fill(header.closest('table').id);
}

/** As the table's header has it. */
function sortAgain(table) {
    const header = sortedBy(table), body = table.tBodies[0];
    if (!header) return;
    const {kind} = header.dataset, isNumber = ['count', 'id', 'time', 'share', 'moment'].includes(kind);
    const value = row => {
        const cell = row.cells[header.cellIndex], text = cell?.textContent ?? '';
        return isNumber && text !== '' ? Number(text.replaceAll(',', ''))
            : (kind === 'code' && cell?.title || text).toLowerCase();
    };
    body.append(...[...body.rows].map(row => [value(row), row])
        .sort(([a], [b]) => compareValues(a, b, signOf(header))).map(([, row]) => row));
}

/** What leads somewhere is a button, for those who have no mouse; without a script it would lead nowhere. */
function addButtons(parent, selector) {
    for (const each of parent.querySelectorAll(selector)) {
        if (each.textContent === '') continue;
        const made = element('button', null, {class: 'plain'});
        made.append(...each.childNodes);
        each.append(made);
    }
}
