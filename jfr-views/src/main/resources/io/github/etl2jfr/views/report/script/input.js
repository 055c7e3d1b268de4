// Mouse and keys.

/** Pixels by which one may miss an event. */
const MISSED_BY = 2;

/** The event of a row that is drawn at a pixel, else the nearest; of several there the longest. */
function eventAt(row, pixel) {
    let best = null, least = MISSED_BY;
    for (let i = firstAfter(row, timeAt(pixel - MISSED_BY)), tried = 0; i < row.length && tried < 1000; i++, tried++) {
        const first = Math.floor(xOf(row[i].start)), next = pastEnd(first, row[i]);
        if (first > pixel + MISSED_BY) break;
        const distance = pixel < first ? first - pixel : pixel < next ? 0 : pixel - next + 1;
        if (distance < least || distance === least && !(best?.duration >= row[i].duration)) {
            best = row[i];
            least = distance;
        }
    }
    return best;
}

/** What lies at a place of the lanes; null if nothing does. */
function hit(x, y) {
    y += $('scroll').scrollTop;
    const lane = lanes.find(each => y >= each.top && y < each.top + each.height);
    if (!lane || x < gutter) return lane ? {lane} : null;
    const row = Math.floor((y - lane.top - GAP) / EVENT_HEIGHT), time = timeAt(x);
    if (row >= 0 && row < lane.rows.length) {
        const event = eventAt(lane.rows[row], Math.floor(x));
        return event ? {lane, event} : {lane};
    }
    // Within a pixel the longest is meant.
    const reach = 1 / scale();
    const duration = i => lane.states.end[i] - lane.states.start[i];
    let best = -1;
    for (let i = lane.states.find(lane, time - reach), tried = 0; i < lane.last && tried < 1000; i++, tried++) {
        if (lane.states.start[i] > time + reach) break;
        const inside = lane.states.start[i] <= time && lane.states.end[i] > time;
        if (inside && duration(i) > 3 * reach) {
            best = i;
            break;
        }
        if (best < 0 || duration(i) > duration(best)) best = i;
    }
    if (best < 0) return {lane};
    return {lane, i: lane.isThread ? best : lane.states.slice[best], start: lane.states.start[best]};
}

function pick(x, y) {
    const found = hit(x, y);
    if (found?.event) {
        choose('event', found.event.index, found.event.start);
    } else if (found?.i !== undefined) {
        const {isThread, index, processor} = found.lane;
        choose(isThread ? 'slice' : 'cpu', isThread ? index : processor, found.start);
    } else {
        view.chosen = null;
        view.thread = found?.lane.isThread ? found.lane.index : -1;
        showDetails();
        changed();
    }
}

function showTip(event) {
    const found = event.offsetX >= gutter ? hit(event.offsetX, event.offsetY) : null;
    const i = found?.i;
    const tip = $('tip');
    tip.hidden = !found?.event && i === undefined;
    if (tip.hidden) return;
    if (found.event) {
        const its = found.event;
        const about = its.detail < 0 ? '' : `\n${textOf(its.detail)}`;
        tip.textContent = `${typeName(its)}, ${millis(its.duration)} ms${about}\n`
            + `ran ${millis(its.running)}, was ready ${millis(its.ready)}, waited ${millis(its.waiting)}`;
    } else {
        const why = kinds[i] === READY || kinds[i] === WAITING ? `\n${reason(slices.reason[i])}` : '';
        const thread = threads[slices.thread[i]];
        const who = kinds[i] === IDLE ? '' : `\n${thread.name}, ${thread.process}`;
        tip.textContent = `${STATES[kinds[i]]} ${millis(slices.end[i] - slices.start[i])} ms${who}${why}`;
    }
    tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${event.clientY + 16}px`;
}

function zoom(factor, x = (width + gutter) / 2) {
    const pivot = timeAt(x);
    const length = Math.min(Math.max((view.to - view.from) * factor, SHORTEST_VIEW), data.to - data.from);
    view.from = pivot - (x - gutter) / (width - gutter) * length;
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
    if (event.offsetX < gutter) return;
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        pan(event.deltaX / (width - gutter));
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
            const time = data.from + (x - gutter) / (width - gutter) * (data.to - data.from);
            view.from = time - half;
            view.to = time + half;
            changed();
        };
        return {move: center, clicked: () => center(down.offsetX)};
    }
    const anchor = clamp(timeAt(Math.max(gutter, down.offsetX)));
    return {
        move(x) {
            const time = clamp(timeAt(Math.max(gutter, x)));
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
    // Tables are scrolled with keys.
    if (event.target.closest('input, select, .tables, .findings')) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = {
        w: () => zoom(0.7), '+': () => zoom(0.7), '=': () => zoom(0.7),
        s: () => zoom(1 / 0.7), '-': () => zoom(1 / 0.7),
        a: () => pan(-0.15), ArrowLeft: () => pan(-0.15), d: () => pan(0.15), ArrowRight: () => pan(0.15),
        n: () => step(1), p: () => step(-1), 0: () => all(), Escape: () => {
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
    const link = event.target.closest('a[href^="#"]');
    if (link) {
        // The address holds what is shown.
        event.preventDefault();
        $(link.hash.slice(1))?.scrollIntoView();
    }
    const sum = event.target.closest(SUMS);
    const longest = sum && longestOfRow(sum);
    const at = event.target.closest('[data-at]'), row = event.target.closest('tr, .finding');
    const named = at ? row.querySelector('[data-thread]') : event.target.closest('[data-thread]');
    if (!named && !longest) return;
    const thread = longest?.thread ?? Number(named.dataset.thread);
    view.chosen = null;
    reveal(thread);
    if (longest) {
        choose('event', longest.index, longest.start);
    } else if (at) {
        const time = Number(at.dataset.at);
        if (at.closest('table')?.id === 'explain-longest') {
            choose('event', eventOf(row, thread, time)?.index, time);
        } else {
            choose('slice', thread, time);
        }
        // No slice goes on at a thread's end, nor where one was left out: there is the moment to see all the same.
        if (!view.chosen) {
            view.thread = thread;
            show(time - 1e6, time);
        }
    }
    const chosen = resolve();
    if (chosen) show(chosen.start, chosen.end);
    showDetails();
    changed();
    if (event.target.closest('.tables, .findings')) $('timeline').scrollIntoView({block: 'nearest'});
    focusTimeline();
});

/** Of the events that a row sums up, but for those of no thread: they are on no lane. */
function longestOfRow(cell) {
    const isSummedUp = cell.classList.contains('code')
        ? event => codeOf(event)?.call === cell.title
        : event => typeName(event) === cell.textContent;
    return countedEvents().filter(event => event.thread >= 0 && isSummedUp(event))
        .reduce((longest, event) => longest && longest.duration >= event.duration ? longest : event, null);
}

/** The event that a row tells of; several of a thread may begin at a time. */
function eventOf(row, thread, start) {
    const [duration, type, detail] = ['.time', '.event', 'td:last-child']
        .map(cell => row.querySelector(cell).textContent);
    return events.find(each => each.thread === thread && each.start === start && millis(each.duration) === duration
        && typeName(each) === type && (textOf(each.detail) ?? '') === detail);
}

let countTimer = 0;
$('filter').addEventListener('input', () => {
    Object.assign(view, {filter: $('filter').value, only: -1});
    showFilter();
    showDetails();
    arrange();
    // Millions of slices are not counted for each letter.
    clearTimeout(countTimer);
    countTimer = setTimeout(count, 200);
});
$('only').addEventListener('click', () => setFilter(''));
$('sort').addEventListener('change', () => {
    view.sort = $('sort').value;
    $('scroll').scrollTop = 0;
    arrange();
});
$('processors').addEventListener('change', () => {
    view.processors = $('processors').checked;
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
