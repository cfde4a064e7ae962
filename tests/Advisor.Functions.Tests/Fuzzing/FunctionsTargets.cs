using System.Text;
using System.Text.Json;
using Advisor.Functions.Invocations;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Fuzzing;

/// <summary>What the Functions host posts: timers and messages of a queue.</summary>
internal static class FunctionsTargets
{
    private const string Timer = """
        {"Data":{"timer":{"Schedule":{"AdjustForDST":true},"ScheduleStatus":{"Last":"2026-01-05T08:00:00Z","Next":"2026-01-05T08:01:00Z",
        "LastUpdated":"2026-01-05T08:00:00Z"},"IsPastDue":false}},"Metadata":{"sys":{"MethodName":"Tick","UtcNow":"2026-01-05T08:00:00Z"}}}
        """;

    private const string Message = """
        {"Data":{"batch":"\"{\\\"tick\\\":\\\"2026-01-05T08:00:00Z\\\"}\""},
        "Metadata":{"DequeueCount":"\"1\"","Id":"\"5f0c\"","InsertionTime":"\"2026-01-05T08:00:00+00:00\""}}
        """;

    public static IReadOnlyList<FuzzTarget> All { get; } =
    [FuzzTarget.Create("handler", Read, Encoding.UTF8.GetBytes(Timer), Encoding.UTF8.GetBytes(Message))];

    // As the route does: what is not JSON is its own answer.
    private static void Read(byte[] bytes)
    {
        JsonElement body;
        try
        {
            body = JsonSerializer.Deserialize(bytes, InvocationJson.Default.JsonElement);
        }
        catch (JsonException)
        {
            return;
        }

        if (Invocation.Read("id", body).Invocation is { } invocation)
        {
            invocation.IsPastDue("timer");
            invocation.ReadText("batch");
            _ = (invocation.MessageId, invocation.InsertedAt);
        }
    }
}
