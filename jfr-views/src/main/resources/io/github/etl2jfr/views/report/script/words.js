// Words.

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

/**
 * For people, in the unit that suits it, with four digits, and of seconds all before the point; what is rounded up to
 * 1000 of one is 1 of the next.
 */
function length(nanos) {
    for (const [unit, size] of [['s', 1e9], ['ms', 1e6], ['µs', 1e3]]) {
        const amount = nanos < 1e13 ? Number((nanos / size).toPrecision(4)) : Math.round(nanos / size);
        if (amount >= 1) return `${amount} ${unit}`;
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
    return text === null ? 'unknown' : `${text}: ${meanings[index] ?? causes[text] ?? 'not known'}`;
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
