using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

public class ServerLoadModelTests
{
    private const int Units = 4;
    private const double Target = 70;

    [Fact]
    public void Both_coefficients_are_found_in_noisy_readings()
    {
        // load = 55 x traffic + 15 x connections, +- 1 point, while both move apart from each other.
        var load = new ServerLoadModel();
        var random = new Random(7);
        for (var minute = 0; minute < 2000; minute++)
        {
            var (traffic, connections) = (0.5 + (0.4 * Math.Sin(minute / 50.0)), 0.5 + (0.4 * Math.Cos(minute / 31.0)));
            load = Learn(load, traffic, connections, (55 * traffic) + (15 * connections) + ((random.NextDouble() - 0.5) * 3)).Next;
        }

        Assert.Equal(55, load.PerTraffic, 0.5);
        Assert.Equal(15, load.PerConnections, 0.5);
    }

    [Theory]
    [InlineData(7.5, 1.2)] // the noise of a load near zero
    [InlineData(7.6, 7.6)]
    [InlineData(21, 21)]
    public void Where_little_goes_on_a_load_teaches_that_is_no_noise(double shown, double expected)
    {
        // 3,000 clients on 20 units, and next to no bytes: the prior expects 8 x 0.15 = 1.2 %.
        var load = new ServerLoadModel();
        for (var minute = 0; minute < 1440; minute++)
        {
            // Traffic moves, so that the load does not count as stuck.
            load = Learn(load, minute % 2 * 0.002, 0.15, shown - (minute % 2 * 0.01)).Next;
        }

        Assert.Equal(expected, load.Predict(0, 0.15), 0.1);
    }

    [Theory]
    [InlineData(9)]
    [InlineData(16)]
    public void The_load_of_an_idle_resource_is_not_that_of_its_few_connections(double shown)
    {
        // 20 clients on one unit. As theirs, a load of 9 % would be 180 % at 400 clients; the prior expects 8 x 0.4 = 3.2 % of them.
        var load = new ServerLoadModel();
        for (var minute = 0; minute < 3 * 1440; minute++)
        {
            // Traffic moves, so that the load does not count as stuck.
            load = Learn(load, minute % 2 * 0.002, 0.02, shown - (minute % 2 * 0.01)).Next;
        }

        Assert.Equal(3.2, load.Predict(0, 0.4), 0.1);
    }

    [Fact]
    public void One_wild_reading_teaches_nothing()
    {
        var load = CreateLearned();

        var (next, reading) = Learn(load, 0.5, 0.5, 95);

        Assert.Equal(LoadAgreement.Surprising, reading);
        Assert.Equal(load.PerTraffic, next.PerTraffic);
    }

    [Fact]
    public void The_fifth_wild_reading_in_a_row_is_believed_where_it_requires_no_more_units()
    {
        var load = CreateLearned();
        for (var minute = 0; minute < 4; minute++)
        {
            load = Learn(load, 0.5, 0.5, 65).Next;
            Assert.Equal(39, load.Predict(0.5, 0.5), 0.5);
        }

        (load, var reading) = Learn(load, 0.5, 0.5, 65);

        Assert.Equal(LoadAgreement.Fits, reading);
        Assert.True(load.Predict(0.5, 0.5) > 55);
    }

    [Fact]
    public void Above_the_target_it_stays_unexplained_from_the_size_at_which_it_began_until_a_change_of_size_confirms_it()
    {
        var (load, reading) = (CreateLearned(), LoadAgreement.Fits);
        for (var minute = 0; minute < 200; minute++)
        {
            // 85 to 91 %: it moves, and so is not stuck.
            (load, reading) = Learn(load, 0.5, 0.5, 85 + (minute % 7), units: minute < 100 ? Units : Units + 1);
        }

        Assert.Equal((LoadAgreement.Unexplained, Units), (reading, load.SurprisedUnits));
        Assert.Equal(39, load.Predict(0.5, 0.5), 0.5);

        // At the greater size it fell as it should: it is learned from now on.
        (load, reading) = Learn(load.Confirm(Units + 1, 75), 0.5, 0.5, 75);
        Assert.Equal((LoadAgreement.Fits, 0), (reading, load.SurprisedUnits));
        Assert.True(load.Predict(0.5, 0.5) > 60);
    }

    [Fact]
    public void A_saturated_load_that_nothing_explains_teaches_nothing_from_the_first_reading_on()
    {
        var load = new ServerLoadModel();
        for (var minute = 0; minute < 10; minute++)
        {
            (load, var reading) = Learn(load, 0.5 + (minute % 3 * 0.01), 0.5, 100);
            Assert.Equal(LoadAgreement.Unexplained, reading);
        }

        Assert.Equal(70, load.PerTraffic);
        Assert.Equal(Units, load.SurprisedUnits);
        Assert.Equal(Units + 1, load.Confirm(Units + 1, 100).SurprisedUnits);
    }

    [Fact]
    public void A_reading_that_stays_the_same_while_traffic_moves_is_stuck_until_it_moves()
    {
        // Explained: 25 to 60 % within 20 minutes; read: 50 % always, which is not far from it.
        var (load, reading) = (CreateLearned(), LoadAgreement.Fits);
        for (var minute = 0; minute < 20; minute++)
        {
            (load, reading) = Learn(load, 0.3 + (minute * 0.025), 0.5, 50);
        }

        Assert.Equal(LoadAgreement.Contradictory, reading);
        Assert.Equal(LoadAgreement.Contradictory, Learn(load, 0.66, 0.5, 50).Reading);
        Assert.Equal(LoadAgreement.Fits, Learn(load, 0.66, 0.5, 51).Reading);
    }

    [Fact]
    public void A_reading_that_stays_the_same_while_traffic_does_is_not_stuck()
    {
        // Whole percent hide a tenth of the traffic: 39 to 43 points explained.
        var (load, reading) = (CreateLearned(), LoadAgreement.Fits);
        for (var minute = 0; minute < 500; minute++)
        {
            (load, reading) = Learn(load, 0.5 + (minute % 10 * 0.005), 0.5, 40);
        }

        Assert.Equal(LoadAgreement.Fits, reading);
    }

    [Fact]
    public void A_high_load_while_next_to_nothing_goes_on_is_never_believed()
    {
        var load = CreateLearned();
        for (var minute = 0; minute < 1000; minute++)
        {
            (load, var reading) = Learn(load, 0.05, 0.1, 90);
            Assert.Equal(LoadAgreement.Contradictory, reading);
        }

        Assert.Equal(70, load.PerTraffic, 1.0);
    }

    [Fact]
    public void A_load_at_its_stop_says_at_least()
    {
        // 1.6 of the ceiling makes 112 + 12.8 points; 100 is all that can be shown, and must not teach that 1.6 makes 100.
        var load = CreateLearned();
        for (var minute = 0; minute < 100; minute++)
        {
            load = Learn(load, 1.6, 1.6, 100).Next;
        }

        Assert.Equal(70, load.PerTraffic, 1.0);
    }

    private static (ServerLoadModel Next, LoadAgreement Reading) Learn(
        ServerLoadModel before,
        double traffic,
        double connections,
        double load,
        int units = Units
    ) => before.Learn(traffic, connections, load, units, Target);

    private static ServerLoadModel CreateLearned()
    {
        var load = new ServerLoadModel();
        for (var minute = 0; minute < 200; minute++)
        {
            var traffic = 0.3 + (minute % 10 * 0.05);
            load = Learn(load, traffic, 0.5, (70 * traffic) + 4).Next;
        }

        return load;
    }
}
