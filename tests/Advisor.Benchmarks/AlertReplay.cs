using Advisor.Core;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Lab.Scenarios;

namespace Advisor.Benchmarks;

/// <summary>A scale-in of a replay and its consequences.</summary>
/// <param name="Minute">Minute of the request, counted from the start.</param>
/// <param name="FromUnits">Units before the scale-in.</param>
/// <param name="ToUnits">Units requested.</param>
/// <param name="Forecast">Forecast at the time of the decision.</param>
/// <param name="Fired">
/// Alert that fired within half an hour of the scale-in taking effect and would not have fired at the previous size; null if none did.
/// </param>
internal sealed record ScaleInReplay(
    int Minute,
    int FromUnits,
    int ToUnits,
    IReadOnlyList<ForecastQuantiles> Forecast,
    AlertEvent? Fired = null
);

/// <summary>Replays a scenario through decisions and the alert state machine, closed loop, and follows each scale-in.</summary>
internal static class AlertReplay
{
    private static readonly TimeSpan Follows = TimeSpan.FromMinutes(30);

    /// <param name="actsByItself">True: alerts as in mode <c>auto</c>. False: alerts as if a person approved each change at once.</param>
    public static IReadOnlyList<ScaleInReplay> Run(RuleSet rules, Scenario scenario, ResourceSettings settings, bool actsByItself)
    {
        var (resource, run) = (scenario.CreateResource(), new Replayed(rules, scenario, settings, actsByItself));
        for (var minute = 0; minute < scenario.Minutes; minute++)
        {
            run.Follow(minute, resource.Units);
            if (resource.NewestVisible >= 0)
            {
                resource.RequestUnits(
                    run.RequestUnits(
                        minute,
                        resource.NewestVisible,
                        resource.GetReadings(resource.NewestVisible),
                        resource.Units,
                        resource.ChangeInProgress
                    )
                );
            }

            resource.Advance();
        }

        return run.ScaleIns;
    }

    private sealed class Replayed(RuleSet rules, Scenario scenario, ResourceSettings settings, bool actsByItself)
    {
        private readonly AlertSubject subject = new(AlertSubjectKind.Resource, scenario.Trace, scenario.Trace, "", null);
        private readonly Observation template = new()
        {
            ResourceId = scenario.Trace + "/" + scenario.Shape,
            Time = scenario.Start,
            Service = scenario.Profile.Service,
            ServiceMode = scenario.Profile.Mode,
            Sku = scenario.Profile.Sku,
            Units = scenario.StartUnits,
            CountsServerLeg = scenario.Profile.CountsServerLeg,
            Settings = settings with
            {
                Mode = AdvisorMode.Auto,
                Billing = BillingModel.Prorated,
                Workload = scenario.Workload ?? settings.Workload,
            },
        };

        private ResourceState? state;
        private ResourceAlerts alerts = ResourceAlerts.Empty;
        private int units = scenario.StartUnits;
        private DateTimeOffset? changedAt;
        private DateTimeOffset? scaledInAt;

        public List<ScaleInReplay> ScaleIns { get; } = [];

        /// <summary>Records the units in force.</summary>
        public void Follow(int minute, int inForce)
        {
            var now = scenario.Start.AddMinutes(minute);
            scaledInAt = inForce < units ? now : scaledInAt;
            changedAt = inForce != units ? now : changedAt;
            units = inForce;
        }

        public int RequestUnits(int minute, int readAt, MetricReadings readings, int inForce, bool isChanging)
        {
            var now = scenario.Start.AddMinutes(minute);
            var observation = template with
            {
                Time = scenario.Start.AddMinutes(readAt),
                Units = inForce,
                ChangeInProgress = isChanging,
                Readings = readings,
            };
            var outcome = ScalingAdvisor.Decide(rules, observation, state, now);
            state = outcome.State;
            var decision = outcome.Decision ?? throw new InvalidOperationException($"{template.ResourceId} at {now:u}: {outcome.Problem}");
            EvaluateAlerts(decision, observation, now);
            if (decision.Action == ScalingAction.ScaleIn)
            {
                ScaleIns.Add(new ScaleInReplay(minute, inForce, decision.Units, decision.Forecast));
            }

            return decision.Units;
        }

        private void EvaluateAlerts(Decision decision, Observation observation, DateTimeOffset now)
        {
            var facts = new AlertFacts
            {
                UnitsInForce = observation.Units,
                MinUnits = scenario.Ladder.Min,
                MaxUnits = scenario.Ladder.Max,
                MaxRequiredUnits = state?.FindMaxRequiredUnits(rules.Alerts),
                ChangeInProgress = observation.ChangeInProgress,
                ActsByItself = actsByItself,
                ChangedAt = changedAt,
            };
            var seen = alerts.Observe(rules.Alerts, new MinuteSample(observation.Time, observation.Readings));
            var step = seen.Advance(rules, subject, decision, facts, AlertSuppression.None, now);
            alerts = step.State;
            foreach (var alert in step.Events)
            {
                if (IsBecauseOfTheLast(alert, now))
                {
                    ScaleIns[^1] = ScaleIns[^1] with { Fired = alert };
                }
            }
        }

        // At the previous size the same demand would have been below the threshold.
        private bool IsBecauseOfTheLast(AlertEvent alert, DateTimeOffset now) =>
            alert.Kind is AlertEventKind.Fired or AlertEventKind.Updated
            && scaledInAt is { } at
            && now - at <= Follows
            && ScaleIns is [.., { Fired: null } last]
            && rules.Alerts.Find(alert.Condition) is { } condition
            && IsOfLoad(condition.Number)
            && alert.Number is { } number
            && condition.Levels.First(level => level.Severity == alert.Severity) is { } reached
            && !reached.IsEnteredAt(number * units / last.FromUnits, alert.Target ?? 1);

        private static bool IsOfLoad(AlertNumber number) =>
            number == AlertNumber.ForecastUtilization || AlertReadings.FindLimit(number) != Limit.None;
    }
}
