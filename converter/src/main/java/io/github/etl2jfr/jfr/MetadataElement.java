package io.github.etl2jfr.jfr;

import java.util.ArrayList;
import java.util.List;

/**
 * A node of the tree that describes a chunk's types, with whatever attributes and children the JVM gave
 * it, in their order.
 */
final class MetadataElement {
    static final String ROOT = "root";
    static final String METADATA = "metadata";
    static final String TYPE = "class";
    static final String FIELD = "field";
    static final String ANNOTATION = "annotation";

    static final String ATTRIBUTE_NAME = "name";
    static final String ATTRIBUTE_ID = "id";
    static final String ATTRIBUTE_SUPER_TYPE = "superType";
    static final String ATTRIBUTE_TYPE = "class";
    static final String ATTRIBUTE_DIMENSION = "dimension";
    static final String ATTRIBUTE_CONSTANT_POOL = "constantPool";
    static final String ATTRIBUTE_VALUE = "value";

    private final String name;
    private final List<Attribute> attributes;
    private final List<MetadataElement> children;

    MetadataElement(String name, List<Attribute> attributes, List<MetadataElement> children) {
        this.name = name;
        this.attributes = attributes;
        this.children = children;
    }

    /** A name and its value. */
    record Attribute(String name, String value) {}

    String name() {
        return name;
    }

    List<Attribute> attributes() {
        return attributes;
    }

    List<MetadataElement> children() {
        return children;
    }

    /** The children with a name. */
    List<MetadataElement> children(String childName) {
        List<MetadataElement> found = new ArrayList<>();
        for (MetadataElement child : children) {
            if (childName.equals(child.name)) {
                found.add(child);
            }
        }
        return found;
    }

    /** Value of an attribute, null if it is not there. */
    String attribute(String attributeName) {
        for (Attribute attribute : attributes) {
            if (attributeName.equals(attribute.name)) {
                return attribute.value;
            }
        }
        return null;
    }
}
