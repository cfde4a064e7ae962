using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

public class ServerLoadModelTests
{
    [Fact]
    public void Both_coefficients_are_found_in_noisy_readings()
    {
        // load = 55 x traffic + 15 x connections, +- 1 point, while both move apart from each other.
        var load = new ServerLoadModel();
        var random = new Random(7);
        for (var minute = 0; minute < 2000; minute++)
        {
            var (traffic, connections) = (0.5 + (0.4 * Math.Sin(minute / 50.0)), 0.5 + (0.4 * Math.Cos(minute / 31.0)));
            load = load.Learn(traffic, connections, (55 * traffic) + (15 * connections) + ((random.NextDouble() - 0.5) * 3)).Next;
        }

        Assert.Equal(55, load.PerTraffic, 0.5);
        Assert.Equal(15, load.PerConnections, 0.5);
    }

    [Fact]
    public void One_wild_reading_teaches_nothing()
    {
        var load = CreateLearned();

        var (next, reading) = load.Learn(0.5, 0.5, 95);

        Assert.Equal(LoadAgreement.Surprising, reading);
        Assert.Equal(load.PerTraffic, next.PerTraffic);
    }

    [Fact]
    public void The_fifth_wild_reading_in_a_row_is_believed()
    {
        var load = CreateLearned();
        for (var minute = 0; minute < 4; minute++)
        {
            load = load.Learn(0.5, 0.5, 80).Next;
            Assert.Equal(39, load.Predict(0.5, 0.5), 0.5);
        }

        (load, var reading) = load.Learn(0.5, 0.5, 80);

        Assert.Equal(LoadAgreement.Fits, reading);
        Assert.True(load.Predict(0.5, 0.5) > 70);
    }

    [Fact]
    public void A_high_load_while_next_to_nothing_goes_on_is_never_believed()
    {
        var load = CreateLearned();
        for (var minute = 0; minute < 1000; minute++)
        {
            (load, var reading) = load.Learn(0.05, 0.1, 90);
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
            load = load.Learn(1.6, 1.6, 100).Next;
        }

        Assert.Equal(70, load.PerTraffic, 1.0);
    }

    private static ServerLoadModel CreateLearned()
    {
        var load = new ServerLoadModel();
        for (var minute = 0; minute < 200; minute++)
        {
            var traffic = 0.3 + (minute % 10 * 0.05);
            load = load.Learn(traffic, 0.5, (70 * traffic) + 4).Next;
        }

        return load;
    }
}
