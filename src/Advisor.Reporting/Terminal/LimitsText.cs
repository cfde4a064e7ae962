using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Table of limits in an explanation: metric, use, limit, utilization and the units that each requires.</summary>
internal static class LimitsText
{
    public static void Write(IAnsiConsole console, ResourceReport resource, Decision decision)
    {
        ExplainLayout.WriteSection(console, "Limits at the current size");
        var table = ExplainLayout.CreateTable("Limit", "Used", "Target", "Of target", "Needs");
        foreach (var limit in LimitingFactor.Limits)
        {
            var citation = resource.Limits.FirstOrDefault(l => l.Limit == limit);
            table.AddRow(
                (limit == decision.LimitingFactor ? "> " : "  ") + ReportPhrases.FormatLimit(limit),
                FormatAmount(limit, citation?.Used),
                citation is { TargetLimit: null } ? "no limit" : FormatAmount(limit, citation?.TargetLimit),
                decision.Utilization[limit] is { } ratio ? Wording.FormatUtilization(ratio) : "unknown",
                FormatUnits(citation?.UnitsRequired ?? decision.RequiredUnits[limit])
            );
        }

        console.Write(table);
        if (decision.IsFull)
        {
            ExplainLayout.WriteHanging(
                console,
                "  ",
                "The size is full: the metrics show what was served, not what was wanted. At least these units are needed."
            );
        }

        if (resource.ServerLeg is { } leg)
        {
            ExplainLayout.WriteHanging(
                console,
                "  ",
                $"Of the traffic that Azure reports, {FormatBytes(leg.InboundBytes)} in and {FormatBytes(leg.OutboundBytes)} "
                    + $"out pass between the service and the "
                    + (resource.Service == ServiceKind.WebPubSub ? "event handlers. " : "app servers (default mode). ")
                    + "Advisor subtracts them: the guide's rates count traffic with clients only."
            );
        }

        WhatIfText.Write(console, resource);
        WriteReadings(console, resource);
    }

    private static string FormatBytes(double? perSecond) => perSecond is { } known ? Wording.FormatByteRate(known) : "an unknown part";

    private static void WriteReadings(IAnsiConsole console, ResourceReport resource)
    {
        if (resource.Newest is not { } newest)
        {
            return;
        }

        ExplainLayout.WriteSection(console, "Reported by Azure Monitor for the newest minute");
        foreach (var metric in MetricTable.Sizing)
        {
            console.Write(
                ReportText.CreateLine(
                    $"  {metric.Name, -27}"
                        + (
                            metric.Get(newest.Readings) is { } known ? FigureText.Create(known, "#,0.##", " " + metric.UnitText) : "missing"
                        ),
                    Style.Plain
                )
            );
        }
    }

    private static string FormatAmount(Limit limit, double? value)
    {
        if (value is not { } known)
        {
            return "?";
        }

        return limit switch
        {
            Limit.ServerLoad => known.ToString("0.#") + " %",
            Limit.Inbound or Limit.Outbound => Wording.FormatByteRate(known),
            Limit.Routing => known.ToString("#,0") + " msg/s",
            _ => known.ToString("#,0"),
        };
    }

    private static string FormatUnits(double? need) =>
        need switch
        {
            null => "?",
            double.PositiveInfinity => "no size is enough",
            1 => "1 unit",
            _ => $"{ExplainLayout.FormatNumber(need)} units",
        };
}
