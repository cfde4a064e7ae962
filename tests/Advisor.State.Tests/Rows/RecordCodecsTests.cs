using System.Text;
using Advisor.State.Changes;
using Advisor.State.Rows;

namespace Advisor.State.Tests.Rows;

public sealed class RecordCodecsTests
{
    /// <summary>A change as version 1 wrote it, every field of it. A program that reads version 1 must read this.</summary>
    private const string ChangeOfVersion1 = """
        {"resourceId":"/subscriptions/s/x","decidedAt":"2026-01-05T10:03:00+00:00","fromSku":"Standard_S1","fromUnits":3,
        "toSku":"Standard_S1","toUnits":4,"state":"Accepted","operationUrl":"https://management.azure.com/operations/1",
        "sentAt":"2026-01-05T10:03:00+00:00","acceptedAt":"2026-01-05T10:03:02+00:00","closedAt":"2026-01-05T10:04:00+00:00",
        "attempts":1,"wasAcceptedBefore":true,"nextAttemptAt":"2026-01-05T10:05:00+00:00","code":"Conflict",
        "text":"Another operation is running.","approvalId":"a","planHash":"h","reason":"Needs 3.20 units now.",
        "cost":"+48 USD a month","overridesFreeze":true,"exceedsKnownQuota":true,"isUrgent":true}
        """;

    [Fact]
    public void A_change_of_version_1_is_read_and_written_as_it_stands()
    {
        var json = string.Concat(ChangeOfVersion1.Split('\n').Select(line => line.Trim()));

        var change = RecordCodecs.Change.Read(new Row("p", "k", 1, DateTimeOffset.UnixEpoch, Encoding.UTF8.GetBytes(json), "1"));

        Assert.Equal((ChangeState.Accepted, 3, 4), (change.State, change.FromUnits, change.ToUnits));
        Assert.Equal(json, Encoding.UTF8.GetString(RecordCodecs.Change.Write(change)));
    }
}
