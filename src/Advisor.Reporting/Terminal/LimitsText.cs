using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>The table of limits in an explanation: what Azure reported, used, limit, utilization and the units that each asks for.</summary>
internal static class LimitsText
{
    public static void Write(IAnsiConsole console, ResourceReport resource, Decision decision)
    {
        ExplainText.Section(console, "Limits at the size in force");
        var table = ExplainText.Columns("Limit", "Used", "Target", "Of target", "Needs");
        foreach (var dimension in Binding.Dimensions)
        {
            var limit = resource.Limits.FirstOrDefault(l => l.Dimension == dimension);
            table.AddRow(
                (dimension == decision.Binding ? "> " : "  ") + Phrases.Name(dimension),
                Amount(dimension, limit?.Used),
                limit is { Limit: null } ? "no limit" : Amount(dimension, limit?.Limit),
                decision.Utilization[dimension] is { } ratio ? Wording.Utilization(ratio) : "unknown",
                Units(limit?.Need ?? decision.Needs.Need(dimension)));
        }

        console.Write(table);
        if (resource.ServerLeg is { } leg)
        {
            ExplainText.Hang(
                console,
                "  ",
                $"Of the traffic that Azure reports, {Bytes(leg.InboundBytes)} in and {Bytes(leg.OutboundBytes)} out pass between the service and the app servers "
                    + "(default mode) and are taken off: the guide's rates count the clients' side.");
        }

        WhatIfText.Write(console, resource);
        Readings(console, resource);
    }

    private static string Bytes(double? perSecond) => perSecond is { } known ? Wording.Bytes(known) : "an unknown part";

    private static void Readings(IAnsiConsole console, ResourceReport resource)
    {
        if (resource.Newest is not { } newest)
        {
            return;
        }

        var r = newest.Readings;
        (string Name, double? Value)[] readings =
        [
            ("ServerLoad", r.ServerLoad), ("ConnectionCount", r.ConnectionCount), ("ConnectionQuotaUtilization", r.ConnectionQuotaUtilization),
            ("InboundTraffic", r.InboundTraffic), ("OutboundTraffic", r.OutboundTraffic), ("MessageCount", r.MessageCount),
        ];
        ExplainText.Section(console, "What Azure Monitor reported for the newest minute (percent, connections, bytes)");
        foreach (var (name, value) in readings)
        {
            console.Write(ReportText.Line($"  {name,-27}{(value is { } known ? known.ToString("#,0.##", CultureInfo.InvariantCulture) : "missing")}", Style.Plain));
        }
    }

    private static string Amount(Dimension dimension, double? value)
    {
        if (value is not { } known)
        {
            return "?";
        }

        return dimension switch
        {
            Dimension.ServerLoad => known.ToString("0.#", CultureInfo.InvariantCulture) + " %",
            Dimension.Inbound or Dimension.Outbound => Wording.Bytes(known),
            Dimension.Routing => known.ToString("#,0", CultureInfo.InvariantCulture) + " msg/s",
            _ => known.ToString("#,0", CultureInfo.InvariantCulture),
        };
    }

    private static string Units(double? need) => need switch
    {
        null => "?",
        double.PositiveInfinity => "no size is enough",
        1 => "1 unit",
        _ => $"{ExplainText.Number(need)} units",
    };
}
