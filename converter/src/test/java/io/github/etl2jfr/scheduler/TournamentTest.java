package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The earliest stream is the one that a look at all of them finds. */
class TournamentTest {
    private static final int MOVES = 2000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 24, 64, 65})
    void theEarliestIsFirst(int streams) {
        Random random = new Random(streams);
        long[] times = new long[streams];
        Arrays.fill(times, Tournament.ENDED);
        // Of streams at the same time, the one with the larger number.
        Tournament tournament = new Tournament(streams, Math::max);
        for (int i = 0; i < streams; i++) {
            times[i] = random.nextInt(50);
            tournament.set(i, times[i]);
        }
        tournament.play();
        for (int move = 0; move < MOVES; move++) {
            int earliest = -1;
            for (int i = 0; i < streams; i++) {
                if (times[i] != Tournament.ENDED && (earliest < 0 || times[i] <= times[earliest])) {
                    earliest = i;
                }
            }
            if (earliest < 0) {
                break;
            }
            assertThat(tournament.time()).isEqualTo(times[earliest]);
            assertThat(tournament.earliest()).isEqualTo(earliest);
            times[earliest] = random.nextInt(100) == 0 ? Tournament.ENDED : times[earliest] + random.nextInt(5);
            if (random.nextInt(200) == 0) {
                times[earliest] = Math.max(times[earliest], 1L << 62);
            }
            tournament.move(earliest, times[earliest]);
        }
        for (int i = 0; i < streams; i++) {
            tournament.move(i, Tournament.ENDED);
        }
        assertThat(tournament.time()).isEqualTo(Tournament.ENDED);
    }
}
