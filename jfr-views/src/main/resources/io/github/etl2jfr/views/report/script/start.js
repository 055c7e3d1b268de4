// The page, once all is defined.

function legend() {
    const names = [['running', focus ? `running (${focus})` : 'running'], ['other', 'others running'],
        ['ready', 'ready'], ['waiting', 'waiting']];
    if (merged) {
        names.push(['pause', 'JVM pause'], ['lock', 'lock, park'], ['sleep', 'sleep, wait'], ['io', 'file, socket'],
            ['rest', 'other JVM event']);
        if (events.some(event => kindsOfTypes[event.type] === 'own')) names.push(['own', 'event of the application']);
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

// Nobody can open a finding on paper.
addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(each => each.open = true));

addEventListener('hashchange', () => {
    if (location.hash !== restored) load();
});

$('timeline').hidden = $('theme').hidden = false;
legend();
addButtons(document, `th, ${LINKS}`);
resize();
load();
new ResizeObserver(() => {
    resize();
    layOut();
    // At once: a canvas is empty after it got another size.
    draw();
}).observe($('scroll'));
$('timeline').dataset.loaded = 'true';
