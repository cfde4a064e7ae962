using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>Rates of a planned load.</summary>
internal abstract class PlanRatesJson(MessageRate inbound, MessageRate outbound, double inboundBytes, double outboundBytes)
{
    [JsonPropertyOrder(1)]
    public double? InboundMessagesPerSecond => inbound.PerSecond.Round();

    [JsonPropertyOrder(1)]
    public double? OutboundMessagesPerSecond => outbound.PerSecond.Round();

    [JsonPropertyOrder(1)]
    public double? InboundBytesPerSecond => inboundBytes.Round();

    [JsonPropertyOrder(1)]
    public double? OutboundBytesPerSecond => outboundBytes.Round();
}

/// <summary>Load of a plan, including the quantity solved for.</summary>
internal sealed class PlanLoadJson(PlanLoad load)
    : PlanRatesJson(load.InboundMessages, load.OutboundMessages, load.InboundBytes.BytesPerSecond, load.OutboundBytes.BytesPerSecond)
{
    public int Connections => load.Connections;

    public int MessageBytes => load.MessageBytes;

    public double Interval => load.IntervalSeconds;

    [JsonPropertyOrder(2)]
    public IEnumerable<PlanCaseJson> Cases => load.Cases.Select(part => new PlanCaseJson(part));
}

/// <summary>One basic case of the load.</summary>
internal sealed class PlanCaseJson(PlanCaseLoad part)
    : PlanRatesJson(part.Inbound, part.Outbound, part.Inbound.PerSecond * part.MessageBytes, part.Outbound.PerSecond * part.MessageBytes)
{
    public string UseCase => part.UseCase.ToWireName();

    public double? Connections => part.Connections.Round();

    public int MessageBytes => part.MessageBytes;

    public int? GroupSize => part.GroupSize;
}
