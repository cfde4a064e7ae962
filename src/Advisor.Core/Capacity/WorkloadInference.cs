using Advisor.Core.Metrics;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Workload inferred from the traffic because none is declared.</summary>
/// <param name="Workload">Workload that matches the traffic best.</param>
/// <param name="Confidence">Confidence in the inference, 0 to 1.</param>
/// <param name="Text">Observation behind the inference, with figures.</param>
/// <param name="Declaration">Declaration that would replace the inference.</param>
public sealed record InferredWorkload(Workload Workload, Ratio Confidence, string Text, string Declaration)
{
    /// <summary>Caveat shown with every inferred workload.</summary>
    public const string RoutingCaveat =
        "Routing cost shows in no metric: load near the routing wall of small groups or single connections is known only where "
        + "the workload is declared.";
}

/// <summary>
/// Infers the sending pattern from the fan-out: outbound client messages per inbound one. No metric shows the pattern itself, so the text
/// names patterns that would look the same.
/// </summary>
public static class WorkloadInference
{
    private const double MinBytesPerSecond = 1_000; // below this, pings and handshakes are as large as messages
    private const double OneToOneBelow = 1.6; // geometric mean of fan-outs 1 and 2.5
    private const double EveryoneFrom = 0.5; // a fan-out of at least half of the connections is a broadcast
    private const double ConfidentPiece = 0.95; // mean piece under this share of 2,048 B: messages are smaller than a piece

    /// <summary>Infers the workload from one minute, or from the mean of several; the mean of an hour varies less.</summary>
    /// <param name="table">Edition to use; it decides which cases exist.</param>
    /// <param name="mode">Service mode of the resource.</param>
    /// <param name="countsServerLeg">
    /// Whether the traffic includes the leg to the app servers (in : out of groups of 10 is then 2 : 11 in SignalR, else 1 : 10).
    /// </param>
    public static InferredWorkload Infer(CapacityTable table, ServiceMode mode, bool countsServerLeg, in MetricReadings readings)
    {
        var bytes = EstimateMessageBytes(table, readings);
        if (readings is not { InboundTraffic: { } seen, OutboundTraffic: { } sent } || !(sent / 60 >= MinBytesPerSecond))
        {
            return CreateUnknown(table, mode, bytes);
        }

        // Clients of Web PubSub send to each other without an app server. Upstream echo is one to one with the leg and without it.
        var leg = countsServerLeg && table.Service == ServiceKind.SignalR ? seen / 2 : 0;
        var (inbound, outbound) = (seen - leg, Math.Max(0, sent - leg));
        var fanOut = inbound <= 0 ? double.PositiveInfinity : outbound / inbound;
        var (part, confidence, alike) = InferPattern(table, mode, fanOut, readings.ConnectionCount, bytes);
        var ratio = fanOut > 1e6 ? "hardly anything comes in" : $"1 byte in for {fanOut:0.#} out";
        return CreateResult(
            part,
            confidence,
            $"Inferred from the traffic ({ratio}): {DescribePart(part)}{(alike is null ? "" : $"; {alike} would look the same")}."
        );
    }

    private static (WorkloadPart Part, double Confidence, string? Alike) InferPattern(
        CapacityTable table,
        ServiceMode mode,
        double fanOut,
        double? connections,
        int bytes
    )
    {
        var serverless = mode == ServiceMode.Serverless;
        if (fanOut < OneToOneBelow)
        {
            // Echo and send to connection have the same byte ceilings; they differ only in a routing limit that starts at 20 units, and no
            // metric shows it.
            var oneToOne =
                serverless && table.Service == ServiceKind.SignalR ? UseCase.RestSendToUser
                : table.FindRow(UseCase.Echo) is null ? UseCase.UpstreamEcho
                : UseCase.Echo;
            var other =
                oneToOne == UseCase.Echo ? UseCase.SendToConnection
                : oneToOne == UseCase.UpstreamEcho ? UseCase.RestSendToUser
                : UseCase.Echo;
            return (CreatePart(oneToOne, bytes), fanOut > 0.6 ? 0.5 : 0.3, other.ToWireName());
        }

        if (connections is > 0 && fanOut >= EveryoneFrom * connections.Value && fanOut >= UseCaseTraffic.GetMinBigGroupSize(table))
        {
            var all = serverless || table.FindRow(UseCase.Broadcast) is null ? UseCase.RestBroadcast : UseCase.Broadcast;
            return (CreatePart(all, bytes), 0.8, null);
        }

        if (fanOut >= UseCaseTraffic.GetMinBigGroupSize(table))
        {
            return (CreatePart(UseCase.SendToBigGroup, bytes), connections is null ? 0.6 : 0.7, null);
        }

        // Near a whole fan-out, groups of that size are likelier than a mixture.
        var size = (int)Math.Round(fanOut);
        var nearness = 1 - Math.Min(1, Math.Abs(fanOut - size) / (0.25 * Math.Sqrt(size)));
        return (
            new WorkloadPart(UseCase.SendToSmallGroup, new Ratio(1), bytes, Math.Max(2, size)),
            0.4 + (0.3 * nearness),
            "a mixture of one-to-one and broadcast"
        );
    }

    private static WorkloadPart CreatePart(UseCase useCase, int bytes) => new(useCase, new Ratio(1), bytes);

    // MessageCount counts 2-KB pieces of outbound traffic. Pieces clearly smaller than 2 KB are whole messages; full ones say only "2 KB or
    // more".
    private static int EstimateMessageBytes(CapacityTable table, in MetricReadings readings)
    {
        var piece = readings is { MessageCount: > 0 and var count, OutboundTraffic: > 0 and var sent } ? sent / count : table.MessageBytes;
        return piece < ConfidentPiece * table.MessageBytes ? Math.Max(1, (int)Math.Round(piece)) : table.MessageBytes;
    }

    private static InferredWorkload CreateUnknown(CapacityTable table, ServiceMode mode, int bytes)
    {
        var (part, _, _) = InferPattern(table, mode, 1, null, bytes);
        return CreateResult(part, 0.1, $"Too little traffic to recognize the pattern; {part.UseCase.ToWireName()} is assumed.");
    }

    private static InferredWorkload CreateResult(WorkloadPart part, double confidence, string text)
    {
        var group = part.GroupSize is { } size ? $", groupSize: {size}" : "";
        return new InferredWorkload(
            new Workload([part]),
            new Ratio(confidence),
            text,
            $"Declare the workload to settle it, for example useCase: {part.UseCase.ToWireName()}, share: 1, messageBytes: "
                + $"{part.MessageBytes}{group}."
        );
    }

    private static string DescribePart(WorkloadPart part) =>
        part.GroupSize is { } size ? $"{part.UseCase.ToWireName()} with groups of about {size}" : part.UseCase.ToWireName();
}
