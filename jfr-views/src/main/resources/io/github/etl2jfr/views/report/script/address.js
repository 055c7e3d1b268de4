// What is shown, which the address holds.

const SHORTEST_VIEW = 1000;

/** More lanes of processors than that would leave no room for the threads at first. */
const MOST_PROCESSORS = 16;

const showsProcessors = processorLanes.length <= MOST_PROCESSORS;

/** At most one of filter and only tells which threads are wanted. */
const view = {
    from: data.from, to: data.to, range: null, chosen: null, thread: -1, filter: '', only: -1, sort: 'ready',
    processors: showsProcessors,
};

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
    if (view.only >= 0) parts.set('only', view.only);
    if (view.sort !== 'ready') parts.set('sort', view.sort);
    if (view.processors !== showsProcessors) parts.set('processors', Number(view.processors));
    if (document.documentElement.dataset.theme) parts.set('theme', document.documentElement.dataset.theme);
    return '#' + parts;
}

function restore() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const nanos = text => {
        const time = Math.round(Number(text) * 1e9);
        return Number.isSafeInteger(time) ? time : 0;
    };
    // The address may be that of another page, whose threads had other numbers; of some nothing is told here.
    const thread = text => threads[text]?.totals ? Number(text) : -1;
    view.from = parts.has('from') ? nanos(parts.get('from')) : data.from;
    view.to = parts.has('to') ? nanos(parts.get('to')) : data.to;
    const range = (parts.get('range') ?? '').split(',').map(nanos);
    view.range = range.length === 2 && range[0] < range[1] ? range : null;
    view.thread = thread(parts.get('thread'));
    const chosen = (parts.get('chosen') ?? '').split(',');
    view.chosen = chosen.length === 3 ? [chosen[0], Number(chosen[1]), nanos(chosen[2])] : null;
    view.only = thread(parts.get('only'));
    view.filter = view.only < 0 ? parts.get('filter') ?? '' : '';
    view.sort = $('sort').querySelector(`[value="${CSS.escape(parts.get('sort') ?? '')}"]`)
        ? parts.get('sort') : 'ready';
    view.processors = view.chosen?.[0] === 'cpu'
        || (parts.has('processors') ? parts.get('processors') === '1' : showsProcessors);
    const theme = parts.get('theme');
    if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
    showFilter();
    $('sort').value = view.sort;
    $('processors').checked = view.processors;
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
