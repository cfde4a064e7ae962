using System.Text.Json;
using Advisor.Functions.Invocations;
using Advisor.HostStandIn;
using Azure.Storage.Queues.Models;

namespace Advisor.Functions.Tests.Invocations;

public sealed class InvocationTests
{
    private static readonly DateTimeOffset InsertedAt = ParseInstant("2026-03-01T08:00:00Z");
    private static readonly QueueMessage Message = QueuesModelFactory.QueueMessage(
        "5b2e",
        "AgAA==",
        "{\"a\":1}",
        3,
        nextVisibleOn: ParseInstant("2026-03-01T08:10:00Z"),
        insertedOn: InsertedAt,
        expiresOn: ParseInstant("2026-03-08T08:00:00Z")
    );

    [Theory]
    [InlineData(StringEncoding.JsonInJson)]
    [InlineData(StringEncoding.Plain)]
    public void A_queue_message_is_read_the_same_in_both_encodings(StringEncoding encoding)
    {
        var invocation = Read(InvocationBody.BuildQueue("message", "Deliver", Message, encoding, InsertedAt).ToJsonString());

        Assert.Equal("{\"a\":1}", invocation.ReadText("message"));
        Assert.Equal(("5b2e", InsertedAt), (invocation.MessageId, invocation.InsertedAt));
    }

    [Theory]
    [InlineData("""{"a":1}""", "{\"a\":1}")] // an object comes as it is
    [InlineData("\"{\\\"a\\\":1}\"", "{\"a\":1}")] // plain
    [InlineData("\"\\\"{\\\\\\\"a\\\\\\\":1}\\\"\"", "{\"a\":1}")] // the shape of the real host: JSON inside the JSON string
    [InlineData("\"no json\"", "no json")]
    [InlineData("\"\\\"\"", "\"")] // a quote alone is not JSON: it is the text
    [InlineData("\"7\"", "7")] // parses, and not to a string
    [InlineData("\"\"", "")]
    public void A_string_is_unwrapped_until_it_no_longer_parses_to_a_string(string value, string expected) =>
        Assert.Equal(expected, HostJson.ReadText(JsonSerializer.Deserialize<JsonElement>(value)));

    // A host that answers 500 to them would post them again and again.
    [Fact]
    public void Text_that_is_not_unicode_is_read_as_its_json_and_the_last_of_two_members_counts()
    {
        var invocation = Read("""{"\ud800":1,"Data":{"batch":1,"Batch":"{\udc00}","b\ud800":2},"Metadata":{"Id":"\ud800"}}""");

        Assert.Equal("\"{\\udc00}\"", invocation.ReadText("batch"));
        Assert.Equal("\"\\ud800\"", invocation.MessageId);
        Assert.Single(invocation.Data);
    }

    [Fact]
    public void A_timer_says_whether_it_is_late()
    {
        var body = InvocationBody.BuildTimer("timer", "Tick", InsertedAt, null, pastDue: true);

        Assert.True(Read(body.ToJsonString()).IsPastDue("timer"));
    }

    [Fact]
    public void A_timer_without_a_record_of_its_schedule_is_read()
    {
        Assert.False(
            Read("""{"Data":{"timer":{"Schedule":{"AdjustForDST":true},"ScheduleStatus":null,"IsPastDue":false}},"Metadata":{}}""")
                .IsPastDue("timer")
        );
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{"Data":"x"}""")]
    public void A_body_without_data_is_no_invocation(string body)
    {
        var (invocation, problem) = Invocation.Read("id", JsonSerializer.Deserialize<JsonElement>(body));

        Assert.Null(invocation);
        Assert.Contains("Data", problem, StringComparison.Ordinal);
    }

    [Fact]
    public void Absent_bindings_and_metadata_are_absent()
    {
        var invocation = Read("""{"Data":{}}""");

        Assert.Null(invocation.ReadText("message"));
        Assert.False(invocation.IsPastDue("timer"));
        Assert.Null(invocation.MessageId);
    }

    private static Invocation Read(string body) => Invocation.Read("id", JsonSerializer.Deserialize<JsonElement>(body)).Invocation!;

    private static DateTimeOffset ParseInstant(string text) => DateTimeOffset.Parse(text);
}
