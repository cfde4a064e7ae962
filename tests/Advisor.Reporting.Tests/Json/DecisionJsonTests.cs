using System.Text;
using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Reporting.Json;

namespace Advisor.Reporting.Tests.Json;

public class DecisionJsonTests
{
    private static readonly Decision ScaleOutDecision = new()
    {
        ResourceId = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat",
        Time = new DateTimeOffset(2026, 1, 5, 10, 3, 0, TimeSpan.Zero),
        Action = ScalingAction.ScaleOut,
        Sku = "Standard_S1",
        Units = 6,
        LimitingFactor = Limit.ServerLoad,
        Utilization = new PerLimit<Ratio>(new Ratio(0.902857), new Ratio(0.842), new Ratio(0.64664), new Ratio(0.64664)),
        Confidence = new Ratio(0.93),
        Reasons = [new Reason(ReasonCodes.ForecastExceedsCapacity, "5 units would carry 0.98 × the need \"soon\".")],
    };

    [Fact]
    public void A_line_has_the_fields_of_the_contract_in_its_order()
    {
        Assert.Equal(
            """
            {"resource":"/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat","time":"2026-01-05T10:03:00Z",
            "action":"scaleOut","sku":"Standard_S1","units":6,"limitingFactor":"serverLoad",
            "utilization":{"serverLoad":0.9029,"connections":0.842,"inbound":0.6466,"outbound":0.6466,"routing":null},"confidence":0.93,
            "reasons":[{"code":"ForecastExceedsCapacity","text":"5 units would carry 0.98 × the need \"soon\"."}],"alerts":[]}
            """.ReplaceLineEndings(string.Empty),
            FormatLine(ScaleOutDecision)
        );
    }

    [Fact]
    public void Advice_names_what_it_advises_and_leaves_the_size_in_force()
    {
        var advice = ScaleOutDecision with { Action = ScalingAction.Advise, Units = 50, Advisory = new("Premium_P2", 100) };

        using var line = JsonDocument.Parse(FormatLine(advice));

        Assert.Equal("advise", line.RootElement.GetProperty("action").GetString());
        Assert.Equal(50, line.RootElement.GetProperty("units").GetInt32());
        Assert.Equal("Premium_P2", line.RootElement.GetProperty("advisory").GetProperty("sku").GetString());
        Assert.Equal(100, line.RootElement.GetProperty("advisory").GetProperty("units").GetInt32());
    }

    [Fact]
    public void A_reason_with_a_text_of_its_own_for_the_line_has_it_there()
    {
        var decision = ScaleOutDecision with { Reasons = [new Reason("RoutingWall", "for a person").WithLineText("for a program")] };

        Assert.Contains("""{"code":"RoutingWall","text":"for a program"}""", FormatLine(decision), StringComparison.Ordinal);
    }

    [Fact]
    public void Every_action_and_dimension_has_a_name()
    {
        Assert.All(Enum.GetValues<ScalingAction>(), action => Assert.NotEmpty(action.ToWireName()));
        Assert.All(Enum.GetValues<Limit>(), limit => Assert.NotEmpty(limit.ToWireName()));
    }

    private static string FormatLine(Decision decision)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream, DecisionJson.Line))
        {
            DecisionJson.Write(writer, decision);
        }

        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
