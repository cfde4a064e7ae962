using Advisor.Benchmarks;
using Advisor.Configuration.Rules;
using Advisor.Core.Settings;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Tests.Replays;

/// <summary>Sizes and alert lines agree: what Advisor chooses is no incident by its own rules.</summary>
public sealed class AlertReplayTests
{
    private static readonly TimeSpan AlertsLookAhead = TimeSpan.FromMinutes(30);

    // Two tests look at it.
    private static readonly Lazy<List<ScaleInReplay>> Plain = new(() => Run(null, actsByItself: true));

    [Theory]
    [InlineData(null)]
    [InlineData(1)]
    public void No_scale_in_is_chosen_whose_own_forecast_would_put_an_alert_on(int? vary)
    {
        // Plain, and a draw of other loads, noises, lags and delays. An alert is on above the target, which is what units are counted by.
        var scaleIns = vary is null ? Plain.Value : Run(vary, actsByItself: true);

        Assert.True(scaleIns.Count > 100);
        Assert.DoesNotContain(scaleIns, s => s.Forecast.First(f => f.Horizon >= AlertsLookAhead).Upper > s.ToUnits);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void An_alert_fires_because_of_a_scale_in_after_at_most_one_in_a_hundred(bool actsByItself)
    {
        var scaleIns = actsByItself ? Plain.Value : Run(null, actsByItself);

        Assert.InRange(scaleIns.Count(s => s.Fired is not null), 0, scaleIns.Count / 100);
    }

    private static List<ScaleInReplay> Run(int? vary, bool actsByItself) =>
        [
            .. ScenarioBuilder
                .Build(TraceFolder.Committed, new ScenarioOptions { Days = 7, Vary = (ulong?)vary })
                .AsParallel()
                .SelectMany(scenario => AlertReplay.Run(RuleSetLoader.Embedded, scenario, ResourceSettings.Default, actsByItself)),
        ];
}
