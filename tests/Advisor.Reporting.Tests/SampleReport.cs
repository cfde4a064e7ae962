using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Tests;

/// <summary>
/// One report with every state, action and oddity of text that an output has to carry. Its figures are made up, not decided.
/// </summary>
internal static partial class SampleReport
{
    public static DateTimeOffset Time { get; } = new(2026, 1, 5, 10, 3, 0, TimeSpan.Zero);

    private const string Guide = "performance guide, current edition";

    public static EvaluationReport All { get; } =
        new()
        {
            Time = Time.AddMinutes(2),
            MetricCalls = 4,
            Notes = ["The batch call was refused in westeurope: one call for each resource was made instead."],
            Failures =
            [
                new ReportFailure(
                    "/subscriptions/5c0fb7a6",
                    "Forbidden",
                    "No right to read it. Ask for the role Monitoring Reader on the subscription."
                ),
            ],
            Resources =
            [
                ScaleOut,
                Routing,
                Create(
                    "idle",
                    "Standard_S1",
                    10,
                    Decided(
                        ScalingAction.ScaleIn,
                        "Standard_S1",
                        2,
                        Limit.Connections,
                        new(new Ratio(0.031), new Ratio(0.12), new Ratio(0.01), new Ratio(0.02)),
                        -392.8m
                    ),
                    ReportState.Ok
                ),
                Create(
                    "blind",
                    "Standard_S1",
                    5,
                    Decided(ScalingAction.Hold, "Standard_S1", 5, Limit.None, default, 0, confidence: 0),
                    ReportState.InsufficientData
                ),
                Create(
                    "stuck",
                    "Premium_P1",
                    3,
                    Decided(
                        ScalingAction.Hold,
                        "Premium_P1",
                        3,
                        Limit.Outbound,
                        new(new Ratio(1.386), new Ratio(0.2), new Ratio(0.1), new Ratio(0.31)),
                        0
                    ),
                    ReportState.SuspectMetric
                ),
                Create(
                    "owned",
                    "Premium_P1",
                    2,
                    Decided(
                        ScalingAction.Advise,
                        "Premium_P1",
                        2,
                        Limit.Connections,
                        new(new Ratio(0.7), new Ratio(0.999), new Ratio(0.1), new Ratio(0.1)),
                        61m
                    ) with
                    {
                        AdvisoryUnits = 3,
                    },
                    ReportState.AutoscaleOn
                ) with
                {
                    AutoscaleSetting = "owned-autoscale",
                    Replicas = [new ReplicaReport("owned-us", "eastus", 2), new ReplicaReport("owned-asia", "southeastasia", null)],
                },
                Create("gone", "Standard_S1", 1, null, ReportState.Failed) with
                {
                    Failure = new ReportFailure("/subscriptions/s/gone", "NotFound", "It was deleted after it was listed."),
                },
                Create(
                    "a-name-that-is-as-long-as-azure-allows-one-to-be-for-a-resource",
                    "Premium_P2",
                    1000,
                    Decided(
                        ScalingAction.Hold,
                        "Premium_P2",
                        1000,
                        Limit.ServerLoad,
                        new(new Ratio(0.66), new Ratio(0.5), new Ratio(0.4), new Ratio(0.3), new Ratio(0.2)),
                        0
                    ),
                    ReportState.Ok
                ),
                Create(
                    "[red]=cmd|' /C calc'!A0,\"q\"\u001b[31m\u202e<b>",
                    "Standard_S1",
                    1,
                    Decided(
                        ScalingAction.Hold,
                        "Standard_S1",
                        1,
                        Limit.None,
                        new(new Ratio(0), new Ratio(0), new Ratio(0), new Ratio(0)),
                        0
                    ),
                    ReportState.Ok
                ),
            ],
        };
}
