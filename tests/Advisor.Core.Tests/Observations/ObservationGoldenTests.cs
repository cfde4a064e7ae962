using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Core.Settings;
using Advisor.Core.Tests.Scaling;
using Advisor.Tests;

namespace Advisor.Core.Tests.Observations;

public sealed class ObservationGoldenTests
{
    /// <summary>Each impossible observation, its code and its sentence; an end of a range is possible.</summary>
    [Fact]
    public void The_problems_are_those_that_were_reviewed()
    {
        var usual = TestResource.CreateObservation(0, 500, 1);
        var state = TestResource.Decide(usual, null).State;
        var lines = List(usual)
            .Select(one =>
            {
                var outcome = ScalingAdvisor.Decide(TestResource.Rules, one.Observation, one.Follows ? state : null, one.Now ?? usual.Time);
                return $"{one.Name}: {outcome.Problem?.Code ?? "decided"} {outcome.Problem?.Text}\n";
            });

        Golden.AssertMatches("Advisor.Core.Tests", "observations.txt", string.Concat(lines));
    }

    private static IEnumerable<(string Name, Observation Observation, DateTimeOffset? Now, bool Follows)> List(Observation usual)
    {
        yield return ("usual", usual, null, false);
        yield return ("metrics of the next minute", usual with { Time = usual.Time.AddMinutes(1) }, null, false);
        yield return ("1970", usual with { Time = DateTimeOffset.UnixEpoch }, null, false);
        yield return ("now in 2200", usual, new DateTimeOffset(2200, 1, 1, 0, 0, 0, TimeSpan.Zero), false);
        yield return ("another SKU", usual with { Sku = "Standard_S9" }, null, false);
        yield return ("11 units", usual with { Units = 11 }, null, false);
        yield return ("no units", usual with { Units = 0 }, null, false);
        yield return ("the minute before", usual with { Time = usual.Time.AddMinutes(-1) }, null, true);
        yield return ("the same minute", usual, null, true);
        yield return ("another edition", With(one => one with { Edition = "2001" }), null, false);
        yield return ("minimum above maximum", With(one => one with { MinUnits = 3, MaxUnits = 2 }), null, false);
        yield return ("minimum at maximum", With(one => one with { MinUnits = 2, MaxUnits = 2 }), null, false);
        yield return ("maximum 0", With(one => one with { MinUnits = 0, MaxUnits = 0 }), null, false);
        yield return ("step 0", With(one => one with { MaxStep = 0 }), null, false);
        yield return ("step 1", With(one => one with { MaxStep = 1 }), null, false);
        foreach (var prices in new ObjectivePrices[] { new(0, 1, 1), new(1, 0, 0), new(1, -1, 0), new(1, 0, -1), new(1, double.NaN, 0) })
        {
            yield return ($"prices {prices}", With(one => one with { Prices = prices }), null, false);
        }

        var echo = new WorkloadPart(UseCase.Echo, new Ratio(1), 1024);
        foreach (
            var workload in new Workload[]
            {
                new([]),
                new([echo with { MessageBytes = 0 }]),
                new([echo with { GroupSize = 0 }]),
                new([echo with { Share = new Ratio(0.5) }]),
                new([echo with { Share = new Ratio(0.999) }]),
                new([echo with { UseCase = UseCase.UpstreamEcho }]),
            }
        )
        {
            yield return ($"workload {string.Join(" + ", workload.Parts)}", With(one => one with { Workload = workload }), null, false);
        }

        Observation With(Func<ResourceSettings, ResourceSettings> change) => usual with { Settings = change(usual.Settings) };
    }
}
