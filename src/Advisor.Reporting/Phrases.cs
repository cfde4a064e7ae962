using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;

namespace Advisor.Reporting;

/// <summary>The short wordings that every output for people shares.</summary>
public static class Phrases
{
    /// <summary>"server load"; "nothing" where no limit is near.</summary>
    public static string Name(Dimension dimension) => dimension switch
    {
        Dimension.ServerLoad => "server load",
        Dimension.None => "none",
        _ => dimension.ToString().ToLowerInvariant(),
    };

    /// <summary>"Standard_S1 x 5".</summary>
    public static string Size(string sku, int units) => Wording.Size(OutsideText.Plain(sku), units);

    /// <summary>What a person is asked to do: "keep", "grow to 7", "advised: Premium_P2 x 100", "too few metrics", "failed: Forbidden".</summary>
    public static string Recommendation(ResourceReport resource)
    {
        if (resource.Decision is not { } decision)
        {
            return "failed: " + (resource.Failure?.Code ?? "unknown");
        }

        var action = decision.Action switch
        {
            ScalingAction.Hold when resource.State == ReportState.InsufficientData => "too few metrics",
            ScalingAction.Hold when resource.State == ReportState.SuspectMetric => "keep (suspect metric)",
            ScalingAction.Hold => "keep",
            ScalingAction.Advise => "advised: " + Advice(resource, decision),
            _ when resource.Advisory is { } why => $"advisory: {Change(resource, decision.Sku, decision.Units)}; {why}",
            _ => Change(resource, decision.Sku, decision.Units),
        };
        return resource.State == ReportState.AutoscaleOn ? action + " (autoscale is on)" : action;
    }

    /// <summary>"+98 USD" or "-39 USD"; empty where nothing changes, "?" where no price is known.</summary>
    public static string CostChange(ResourceReport resource) =>
        !resource.HasRecommendation ? string.Empty : resource.Decision!.MonthlyCostChange is { } change ? Wording.Change(change) : "?";

    /// <summary>What the fleet's owner should know in one sentence.</summary>
    public static string Summary(EvaluationReport report)
    {
        if (report.Resources.Count == 0)
        {
            return "No SignalR or Web PubSub resource was found.";
        }

        var parts = new List<string>();
        Add(report.Resources.Count(r => r.Decision?.Action == ScalingAction.ScaleOut), "to grow");
        Add(report.Resources.Count(r => r.Decision?.Action == ScalingAction.ScaleIn), "to shrink");
        Add(report.Resources.Count(r => r.Decision?.Action == ScalingAction.ChangeTier), "to change tier");
        Add(report.Resources.Count(r => r.Decision?.Action == ScalingAction.Advise), "with advice");
        Add(report.Resources.Count(r => r.Decision is { Action: ScalingAction.Hold } && r.State != ReportState.InsufficientData), "to keep");
        Add(report.Resources.Count(r => r.Decision is { Action: ScalingAction.Hold } && r.State == ReportState.InsufficientData), "without enough metrics");
        Add(report.Resources.Count(r => r.Failure is not null), "failed");
        var change = report.MonthlyCostChange() is { } money ? $" Following every recommendation changes the bill by {Wording.Change(money)} a month." : string.Empty;
        return $"{Wording.Counted(report.Resources.Count, "resource")}{(parts.Count > 0 ? ": " + string.Join(", ", parts) : string.Empty)}.{change}";

        void Add(int count, string what)
        {
            if (count > 0)
            {
                parts.Add(string.Create(CultureInfo.InvariantCulture, $"{count} {what}"));
            }
        }
    }

    private static string Advice(ResourceReport resource, Decision decision)
    {
        if (decision.AdvisedSku is not null || decision.AdvisedUnits is not null)
        {
            return Change(resource, decision.AdvisedSku ?? resource.Sku, decision.AdvisedUnits ?? resource.Units);
        }

        return decision.WaysOut.Count > 0 ? WayOutName(decision.WaysOut[0]) : "see --explain";
    }

    /// <summary>"Premium_P2 x 100", "split over 3 instances" or "larger groups".</summary>
    public static string WayOutName(WayOut way) => way.Kind switch
    {
        "split" => string.Create(CultureInfo.InvariantCulture, $"split over {way.Instances} instances"),
        "largerGroups" => "larger groups",
        _ => way is { Sku: { } sku, Units: { } units } ? Size(sku, units) : OutsideText.Plain(way.Kind),
    };

    private static string Change(ResourceReport resource, string sku, int units)
    {
        if (!string.Equals(sku, resource.Sku, StringComparison.OrdinalIgnoreCase))
        {
            return Size(sku, units);
        }

        return string.Create(CultureInfo.InvariantCulture, $"{(units < resource.Units ? "shrink" : "grow")} to {units}");
    }
}
