using Advisor.HostStandIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Functions.Tests.Soak;

/// <summary>A message that opened or confirmed an incident, or resolved it, as PagerDuty keeps one for each deduplication key.</summary>
internal sealed record IncidentMessage(string Key, bool IsOpen, DateTimeOffset At)
{
    /// <summary>The channel that gets them.</summary>
    public const string Channel = "pager";

    /// <summary>Answers as PagerDuty does.</summary>
    public static readonly RequestDelegate Taken = Answers.Status(StatusCodes.Status202Accepted, """{"status":"success"}""");

    /// <summary>Lists those that a receiver was sent, in the order of arrival.</summary>
    public static IReadOnlyList<IncidentMessage> List(Receiver receiver) =>
        [
            .. receiver
                .Posts.Where(post => post.Channel == Channel)
                .Select(post => new IncidentMessage(
                    post.Json.GetProperty("dedup_key").GetString()!,
                    post.Json.GetProperty("event_action").GetString() == "trigger",
                    post.At
                )),
        ];
}
