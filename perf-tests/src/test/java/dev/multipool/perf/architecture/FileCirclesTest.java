package dev.multipool.perf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.multipool.perf.architecture.circle.PlantedCircle;
import dev.multipool.perf.architecture.circle.PlantedCircleMember;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Files that can only be understood together are few in every module. */
@Timeout(180)
@Tag("once")
class FileCirclesTest {
    /** Files in circles, as a part of the module's files. */
    private static final double LARGEST_SHARE = 0.03;

    private static final int LARGEST_CIRCLE = 4;

    @ParameterizedTest
    @FieldSource("dev.multipool.perf.architecture.Arrows#MODULES")
    void module_hasFewAndSmallCirclesOfFiles(String module) {
        FileCircles found = FileCircles.among(MainClasses.ALL, module);

        assertThat(found.share()).as("share of files in %s", found.circles()).isLessThanOrEqualTo(LARGEST_SHARE);
        assertThat(found.largest()).as("largest of %s", found.circles()).isLessThanOrEqualTo(LARGEST_CIRCLE);
    }

    @Test
    void plantedCircle_isSeen() {
        JavaClasses planted = new ClassFileImporter().importPackagesOf(PlantedCircle.class);

        FileCircles found = FileCircles.among(planted, PlantedCircle.class.getPackageName());

        assertThat(found.circles())
                .containsExactly(Set.of(PlantedCircle.class.getName(), PlantedCircleMember.class.getName()));
        assertThat(found.share()).isPositive();
    }
}
