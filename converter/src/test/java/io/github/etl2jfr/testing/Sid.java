package io.github.etl2jfr.testing;

/**
 * A user's security identifier.
 *
 * <pre>
 *   0          1               2                       8
 *   +----------+---------------+-----------------------+----------------------+
 *   | revision | authorities n | authority, big-endian | n x u32              |
 *   +----------+---------------+-----------------------+----------------------+
 * </pre>
 */
public final class Sid {
    public static final Sid LOCAL_SYSTEM = new Sid(5, 18);

    private final int authority;
    private final int[] subAuthorities;

    /** A SID as printed: {@code S-1-5-18} has the authority 5, Windows NT, and the one sub-authority 18. */
    public Sid(int authority, int... subAuthorities) {
        this.authority = authority;
        this.subAuthorities = subAuthorities.clone();
    }

    void writeTo(Bytes bytes) {
        bytes.u8(1).u8(subAuthorities.length).u16(0).u32(Integer.reverseBytes(authority));
        for (int subAuthority : subAuthorities) {
            bytes.u32(subAuthority);
        }
    }
}
