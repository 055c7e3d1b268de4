// Which lanes there are, in which order, and where.

const STATE_HEIGHT = 16, EVENT_HEIGHT = 13, GAP = 3;

let lanes = [];

const isFiltered = () => view.filter !== '' || view.only >= 0;

const matches = thread => {
    if (view.only >= 0) return thread === threads[view.only];
    const wanted = view.filter.toLowerCase();
    return thread.name.toLowerCase().includes(wanted) || thread.process.toLowerCase().includes(wanted);
};

function showFilter() {
    $('filter').value = view.filter;
    $('only').hidden = view.only < 0;
    $('only').textContent = view.only < 0 ? '' : `only ${threads[view.only].name} ×`;
}

const keys = {
    ready: ({thread}) => thread.totals[READY], longest: ({thread}) => thread.longest,
    running: ({thread}) => thread.totals[RUNNING], waiting: ({thread}) => thread.totals[WAITING],
};

function layOut() {
    const chosen = threadLanes.filter(lane => lane.isThread && matches(lane.thread));
    $('none').textContent = isFiltered() && chosen.length === 0 ? 'nothing matches' : '';
    chosen.sort((a, b) => b.thread.jvm - a.thread.jvm
        || (view.sort === 'name' ? a.thread.name.localeCompare(b.thread.name) : keys[view.sort](b) - keys[view.sort](a))
        || a.index - b.index);
    lanes = view.processors ? [...processorLanes, ...chosen] : chosen;
    let top = 0;
    for (const lane of lanes) {
        lane.top = top;
        lane.height = STATE_HEIGHT + 2 * GAP + lane.rows.length * EVENT_HEIGHT;
        top += lane.height;
    }
    $('room').style.height = `${Math.max(top, $('scroll').clientHeight)}px`;
}
