using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;

namespace Advisor.Reporting;

/// <summary>
/// Describes why a size does not change, briefly enough for a table. Codes without a short form appear in the explanation only.
/// </summary>
public static class NoChangeReason
{
    /// <summary>Returns "no change", or "no change: max 2 units, needs 3" when something prevents a change.</summary>
    public static string Describe(ResourceReport resource, Decision decision) =>
        Find(resource, decision) is { } why ? "no change: " + why : "no change";

    /// <summary>Returns a brief reason for a code, such as "cooldown"; null when the code has none.</summary>
    public static string? FindPhrase(string code) =>
        code switch
        {
            ReasonCodes.FreezeWindow => "frozen",
            ReasonCodes.MaximumSize => "at the maximum of the settings",
            ReasonCodes.MonthlyBudget => "budget",
            ReasonCodes.BilledByDailyPeak => "billed by day",
            ReasonCodes.RegionalQuota => "regional quota",
            ReasonCodes.ChangeRateLimit => "hourly change limit",
            ReasonCodes.ScaleInWindow => "outside scale-in hours",
            ReasonCodes.CoolingDown => "cooldown",
            ReasonCodes.ChangeInProgress => "change in progress",
            ReasonCodes.ChangedByOthers => "changed by others",
            ReasonCodes.NotInEffect => "changes take no effect",
            ReasonCodes.AutoscaleEnabled => "autoscale is on",
            ReasonCodes.ScalingPaused => "paused",
            ReasonCodes.Pinned => "pinned",
            ReasonCodes.UnreadableTag => "a tag cannot be read",
            ReasonCodes.NotServing => "serves no clients",
            ReasonCodes.FailoverHeadroom => "headroom for a failover",
            ReasonCodes.FailoverUnknown => "load of the others unknown",
            ReasonCodes.EndpointGroup => "size of its endpoint group",
            ReasonCodes.EndpointsUnknown => "other endpoints unknown",
            ReasonCodes.EndpointTurn => "waiting for its turn",
            ReasonCodes.SafeStart => "safe start",
            ReasonCodes.ReconnectStorm => "reconnect storm",
            ReasonCodes.StaleMetrics => "stale metrics",
            ReasonCodes.SuspectReading or ReasonCodes.SuspectMetric or ReasonCodes.IdleReading => "suspect metric",
            ReasonCodes.UnconfirmedJump => "waiting for a second reading",
            ReasonCodes.NoSizeSuffices => "no size is large enough",
            ReasonCodes.ShortOverload => "expected to pass before a change takes effect",
            ReasonCodes.ScaleOutDidNotHelp => "scaling out did not help",
            _ => null,
        };

    /// <summary>
    /// Returns why the size does not change, such as "max 2 units, needs 3", then what is wrong with the metrics; null when nothing keeps
    /// it.
    /// </summary>
    public static string? Find(ResourceReport resource, Decision decision)
    {
        var first = decision.Reasons.Count > 0 ? FindFirst(resource, decision, decision.Reasons[0].Code) : null;
        var metrics = resource.State switch
        {
            ReportState.InsufficientData when decision.Reasons.Any(reason => reason.Code == ReasonCodes.StaleMetrics) => FindPhrase(
                ReasonCodes.StaleMetrics
            ),
            ReportState.InsufficientData => "too few metrics",
            ReportState.SuspectMetric => FindPhrase(ReasonCodes.SuspectMetric),
            _ => null,
        };
        return first is null || metrics is null || first == metrics ? first ?? metrics : $"{first}, {metrics}";
    }

    private static string? FindFirst(ResourceReport resource, Decision decision, string code) =>
        code switch
        {
            ReasonCodes.MaximumSize => $"max {Wording.FormatCount(resource.Units, "unit")}, needs {DescribeNeeded(decision)}",
            ReasonCodes.FreezeWindow => DescribeFreeze(resource, decision.Time),
            ReasonCodes.ScalingPaused => DescribePause(resource, decision.Time),
            ReasonCodes.Pinned => DescribePin(resource, decision.Time),
            ReasonCodes.SteadySize when decision.Steady?.NoneSuffices() == true => FindPhrase(ReasonCodes.NoSizeSuffices),
            // The cell says so itself.
            ReasonCodes.AutoscaleEnabled => null,
            _ => FindPhrase(code),
        };

    private static string DescribeNeeded(Decision decision)
    {
        var required =
            decision.UnitsRequired
            ?? Enum.GetValues<Limit>().Select(d => decision.RequiredUnits[d]).Where(need => need < double.PositiveInfinity).Max();
        return required is { } units && double.IsFinite(units) ? Wording.FormatNumber(Math.Ceiling(units)) : "more";
    }

    private static string DescribePin(ResourceReport resource, DateTimeOffset at) =>
        resource.Settings.FindPin(at)?.Until is { } end ? $"pinned until {Wording.FormatEnd(end, at)}" : "pinned";

    private static string DescribePause(ResourceReport resource, DateTimeOffset at)
    {
        var pauses = resource.Settings.ListPauses(at).ToList();
        return pauses.Count > 0 && pauses.TrueForAll(pause => pause.Until is not null)
            ? $"paused until {Wording.FormatEnd(pauses.Max(pause => pause.Until!.Value), at)}"
            : "paused";
    }

    private static string DescribeFreeze(ResourceReport resource, DateTimeOffset at) =>
        resource.Settings.FindFreeze(at) is { } freeze ? $"frozen until {Wording.FormatEnd(freeze.End, at)}" : "frozen";
}
