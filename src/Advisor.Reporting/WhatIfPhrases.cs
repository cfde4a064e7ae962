using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting;

/// <summary>Phrases about another load or size.</summary>
public static class WhatIfPhrases
{
    /// <summary>Returns the cases of a resource by their load, each group at one load, in the order in which they were asked.</summary>
    public static IEnumerable<IReadOnlyList<WhatIf>> GroupByLoad(ResourceReport resource) =>
        resource.WhatIfs.GroupBy(whatIf => (whatIf.Case.Connections, whatIf.Case.Messages)).Select(group => group.ToList());

    /// <summary>
    /// Returns the heading of a group, such as "What if: hot-chat, connections +30 %, messages with them" or "What if: hot-chat at the load
    /// of the newest minute".
    /// </summary>
    public static string FormatHeading(ResourceReport resource, IReadOnlyList<WhatIf> group)
    {
        var name = $"What if: {UntrustedText.Sanitize(resource.Name)}";
        return group[0].Case.ChangesLoad ? $"{name}, {DescribeLoad(group[0])}" : $"{name} at the load of the newest minute";
    }

    /// <summary>
    /// Returns the size to keep, such as "Keep 4 (Tue 14:10 UTC needs 3.9), +36 USD a month. At 2, 6 days 8 h in 14 days would be
    /// above target."; null when nothing of the look-back is known.
    /// </summary>
    public static string? DescribeSteady(ResourceReport resource, WhatIf whatIf)
    {
        if (whatIf.Steady is not { } steady)
        {
            return null;
        }

        var isSameSku = steady.Sku.Equals(resource.Sku, StringComparison.OrdinalIgnoreCase);
        var keep = isSameSku ? SteadyPhrases.DescribeSize(steady) : SteadyPhrases.DescribeSize(steady, steady.Sku);
        var change = CostText.RoundChange(resource.Cost, steady.Chosen.Cost) is { } cost ? $", {Wording.FormatChange(cost)} a month" : "";
        var maxUnits = resource.Settings.ResolveMaxUnits(resource.Units);
        var limit =
            steady.Units <= maxUnits ? ""
            : resource.Settings.MaxUnits is null ? $" Without maxUnits in the settings, {maxUnits} are allowed."
            : $" The settings allow {maxUnits}.";
        var risk = isSameSku || whatIf.Case.Units is not null ? DescribeRisk(steady, whatIf.Case.Units ?? resource.Units) : "";
        return $"{char.ToUpperInvariant(keep[0])}{keep[1..]}{change}.{limit}{DescribeShortfall(whatIf, steady)}{risk}";
    }

    /// <summary>Returns "connections +30 %, messages with them", "connections 12,000 at the busiest (+52 %)" or "messages -20 %".</summary>
    private static string DescribeLoad(WhatIf whatIf)
    {
        var parts = new List<string>();
        if (whatIf.Case.Connections is { } connections)
        {
            parts.Add("connections " + DescribeChange(connections, whatIf.Factors.Connections, ""));
        }

        parts.Add(
            whatIf.Case.Messages is { } messages
                ? "messages " + DescribeChange(messages, whatIf.Factors.Messages, " a minute")
                : "messages with them"
        );
        return string.Join(", ", parts);
    }

    private static string DescribeChange(LoadChange change, double factor, string rate)
    {
        var percent = (factor >= 1 ? "+" : "") + Wording.FormatPercent(factor - 1, 1);
        return change.Peak is { } peak ? $"{Wording.FormatNumber(peak)}{rate} at the busiest ({percent})" : percent;
    }

    // Where routing does not increase with units, the size to keep is the one beyond which no unit helps; else it is the largest.
    private static string DescribeShortfall(WhatIf whatIf, SteadySize steady) =>
        FindShortfall(whatIf, steady) is not { } shortfall ? ""
        : AlternativeText.DescribeHeadline(whatIf.Alternatives) is { } headline ? $"{shortfall} Instead: {headline}."
        : shortfall;

    private static string? FindShortfall(WhatIf whatIf, SteadySize steady) =>
        whatIf.RefusedMessages is { } refused
            ? $" No size of {steady.Sku} is enough: the busiest day would have "
                + $"{Wording.FormatNumber(Math.Floor(refused.BusiestDay))} messages of 2 KB, and {steady.Sku} refuses those beyond "
                + $"{Wording.FormatNumber(refused.PerDay)}."
        : whatIf.Units == steady.Units && FindShortLimit(whatIf, steady) is var limit && whatIf.Utilization[limit] is { Value: > 1 } ratio
            ? $" No size of {steady.Sku} is enough: {ReportPhrases.FormatLimit(limit)} at "
                + $"{Wording.FormatUtilization(ratio)} of the target."
        : null;

    // Bytes beyond the end of routing may be above their target by more than routing is, but they are not what a larger size lacks.
    private static Limit FindShortLimit(WhatIf whatIf, SteadySize steady) =>
        whatIf.ExceedsRouting ? Limit.Routing
        : steady.Units == steady.Sizes[^1].Units ? whatIf.LimitingFactor
        : Limit.None;

    private static string DescribeRisk(SteadySize steady, int units) =>
        steady.Find(units) is { OverloadedMinutes: > 0 and var minutes }
            ? $" At {units}, {steady.FormatMinutesIn(minutes)} would be above target."
            : "";
}
