package io.github.etl2jfr.agent.live;

/**
 * A thread of the agent's own: one that does not keep the JVM from ending, and that nobody interrupts. Some
 * applications interrupt all threads that they find, and that closes the file which is just read or written
 * ({@link java.nio.channels.InterruptibleChannel}). Whoever wants it to end tells it by other means.
 */
public final class AgentThread extends Thread {
    public AgentThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }

    /** Does nothing. */
    @Override
    public void interrupt() {}
}
