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

    private const string Guide = "https://learn.microsoft.com/azure/azure-signalr/signalr-concept-performance, current edition";

    private static readonly Reason Enough = new(
        ReasonCodes.WithinCapacity,
        "Needs 0.60 units now; 80 % likely to stay under 0.80 until a change could take effect. 1 unit is enough."
    );

    public static EvaluationReport All { get; } =
        new()
        {
            Time = Time.AddMinutes(2),
            MetricCalls = 4,
            Notes =
            [
                "The batch call for metrics was refused for subscription s (403): Advisor reads its metrics per resource, which is "
                    + "slower and makes more calls. Grant Monitoring Reader on the subscription itself to use batch calls again.",
            ],
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
                    CreateDecision(
                        ScalingAction.ScaleIn,
                        "Standard_S1",
                        2,
                        Limit.Connections,
                        new(new Ratio(0.031), new Ratio(0.12), new Ratio(0.01), new Ratio(0.02)),
                        -392.8m,
                        reason: new(
                            ReasonCodes.Oversized,
                            "Needs 1.20 units; 80 % likely to stay under 1.60 for the next hour. 2 units are enough."
                        )
                    ),
                    ReportState.Ok
                ),
                Create(
                    "blind",
                    "Standard_S1",
                    5,
                    CreateDecision(
                        ScalingAction.Hold,
                        "Standard_S1",
                        5,
                        Limit.None,
                        default,
                        0,
                        confidence: 0,
                        new(
                            ReasonCodes.InsufficientData,
                            "Missing for 10:03: server load, connections, inbound and outbound traffic. Missing is not zero: no change."
                        )
                    ),
                    ReportState.InsufficientData
                ),
                Create(
                    "stuck",
                    "Premium_P1",
                    3,
                    CreateDecision(
                        ScalingAction.Hold,
                        "Premium_P1",
                        3,
                        Limit.Outbound,
                        new(new Ratio(1.386), new Ratio(0.2), new Ratio(0.1), new Ratio(0.31)),
                        0,
                        reason: new(
                            ReasonCodes.SuspectMetric,
                            "Server load reads 97 %, but traffic and connections explain about 30 %: Advisor does not act on it and does "
                                + "not scale in."
                        )
                    ),
                    ReportState.SuspectMetric
                ),
                Create(
                    "owned",
                    "Premium_P1",
                    2,
                    CreateDecision(
                        ScalingAction.Advise,
                        "Premium_P1",
                        2,
                        Limit.Connections,
                        new(new Ratio(0.7), new Ratio(0.999), new Ratio(0.1), new Ratio(0.1)),
                        61m,
                        reason: new(
                            ReasonCodes.AutoscaleEnabled,
                            "Azure autoscale manages this resource, so 3 units are advisory. Disable the autoscale setting to let Advisor "
                                + "change the size."
                        )
                    ) with
                    {
                        Advisory = new("Premium_P1", 3),
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
                    CreateDecision(
                        ScalingAction.Hold,
                        "Premium_P2",
                        1000,
                        Limit.ServerLoad,
                        new(new Ratio(0.66), new Ratio(0.5), new Ratio(0.4), new Ratio(0.3), new Ratio(0.2)),
                        0,
                        reason: new(
                            ReasonCodes.WithinCapacity,
                            "Needs 660.00 units now; 80 % likely to stay under 680.00 until a change could take effect. 1,000 units are "
                                + "enough."
                        )
                    ),
                    ReportState.Ok
                ),
                Create(
                    "[red]=cmd|' /C calc'!A0,\"q\"\u001b[31m\u202e<b>",
                    "Standard_S1",
                    1,
                    CreateDecision(
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
