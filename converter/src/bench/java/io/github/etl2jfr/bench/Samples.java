package io.github.etl2jfr.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The same thing measured several times. */
final class Samples {
    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
        Collections.sort(values);
    }

    double median() {
        int middle = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
    }

    double minimum() {
        return values.get(0);
    }

    double maximum() {
        return values.get(values.size() - 1);
    }
}
