using Advisor.Cli.Commands.Watch.Live;
using Advisor.Core.Capacity;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Series;

namespace Advisor.Cli.Tests.Commands.Watch.Live;

public sealed class LiveHourTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    // The guide routes 20,000 msg/s at 20 units and at 30: 17,912 are 89.56 %, and 10 required units are half of what 30 carry.
    [Fact]
    public void Units_that_do_not_raise_the_limit_do_not_lower_its_utilization() =>
        AssertHour(Create(30, 0.8956, 17.912), 30, [10, 17.912], [0.5, 0.8956]);

    // Stored as 100 x 110 %. A minute before required 50, as far as units raised the limit, so 25 were half of it.
    [Fact]
    public void Beyond_any_size_the_utilization_is_that_of_the_units_in_force() =>
        AssertHour(Create(100, 1.1, null), 100, [25, 50, 110], [0.5, 1, 1.1]);

    [Fact]
    public void Where_every_unit_raises_the_limit_required_units_are_divided_by_those_in_force() =>
        AssertHour(Create(30, 0.597, 17.912), 30, [15, 45], [0.5, 1.5]);

    [Fact]
    public void A_smaller_size_before_is_used_to_what_it_carries() => AssertHour(Create(30, 0.8956, 17.912), 10, [8, null], [0.8, null]);

    private static EvaluationRecord Create(int units, double utilization, double? required) =>
        new()
        {
            ResourceId = "/chat",
            Service = "signalr",
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = units,
            At = Start,
            LimitingFactor = Limit.Routing,
            Utilization = new Dictionary<Limit, double> { [Limit.Routing] = utilization },
            RequiredUnits = required is { } known ? new Dictionary<Limit, double> { [Limit.Routing] = known } : [],
        };

    private static void AssertHour(EvaluationRecord record, int inForce, double?[] required, double?[] expected)
    {
        var band = new SeriesBand(required, required);
        var points = new SeriesPoints(
            Start,
            TimeSpan.FromMinutes(1),
            required.Length,
            new Dictionary<Limit, SeriesBand> { [Limit.Routing] = band },
            band,
            [new UnitsStep(Start, inForce)]
        );

        var hour = LiveHour.Compute(points, record, Limit.Routing);

        Assert.Equal(expected, hour.Select(known => known is { } value ? Math.Round(value, 3 + (value > 0.89 ? 1 : 0)) : (double?)null));
    }
}
