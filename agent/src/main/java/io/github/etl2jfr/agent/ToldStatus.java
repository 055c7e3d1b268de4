package io.github.etl2jfr.agent;

/** What an agent tells of itself, and behind it of the recording that it started. On any thread. */
final class ToldStatus {
    private volatile Status status = new Status(Status.Phase.STARTING, "starts");
    private String ofAgent = "";

    /** Empty if there is no such recording. */
    private String ofRecording = "";

    /** What was told last. */
    Status last() {
        return status;
    }

    synchronized void tell(Status.Phase phase, String text) {
        ofAgent = text;
        status = new Status(phase, text + ofRecording);
        status.publish();
    }

    /** Tells it of an agent that is at work, and not of one that has told of its end. */
    synchronized void tellOfWork(String text) {
        if (status.phase().isActive()) {
            tell(status.phase(), text);
        }
    }

    synchronized void tellOfRecording(String text) {
        ofRecording = text;
        tell(status.phase(), ofAgent);
    }

    /**
     * Takes back what was told of the recording, as others have stopped it. By then another agent may have told of
     * itself; what that said stays.
     */
    synchronized void forgetRecording() {
        ofRecording = "";
        if (status.isPublished()) {
            tell(status.phase(), ofAgent);
        }
    }
}
