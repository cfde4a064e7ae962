using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Tick;

/// <summary>What the log has of a failure that lasts: one line, whatever the number of resources and attempts.</summary>
public sealed class ProblemLinesTests
{
    [Fact]
    public void Resources_that_fail_in_the_same_way_are_one_line_in_whatever_order_they_do()
    {
        var lines = ProblemLines.Create([
            Fail("/b", "The endpoint for /b failed. Calls are suspended for 28 s."),
            Fail("/a", "The endpoint for /a failed. Calls are suspended for 30 s."),
            Fail("/c", "The reader has no right to read /c."),
            Fail("/D", "The endpoint for /d failed. Calls are suspended for 2 min."),
        ]);

        Assert.Equal(
            [
                "/a: The endpoint for /a failed. Calls are suspended for 30 s. The same for 2 other resources.",
                "/c: The reader has no right to read /c.",
            ],
            lines
        );
    }

    [Fact]
    public void A_problem_that_counts_down_is_not_new_and_that_of_another_resource_is()
    {
        string[] before = ["chat-1: suspended for 30 s", "chat-2: refused"];

        Assert.Equal(
            ["chat-3: suspended for 30 s"],
            ProblemLines.FindNew(["chat-1: suspended for 28 s", "chat-2: refused", "chat-3: suspended for 30 s"], before)
        );
    }

    // The message of 08:03 is tried again after 30 s, 1, 2, 4, 8 and 16 min, at the ticks after these times: seven attempts in 50 minutes.
    [Fact]
    public async Task A_notification_that_is_tried_again_and_again_is_a_line_an_hour()
    {
        var world = new ServiceWorld();
        world.Azure.Add("chat", 1, _ => 2600);
        for (var attempt = 0; attempt < 40; attempt++)
        {
            world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("console: the receiver answers 503."));
        }

        await world.RunAsync(50);

        Assert.True(world.Channel.Sent.Count > 5);
        Assert.EndsWith(
            " a notification was not delivered (will be retried): console: the receiver answers 503.",
            Assert.Single(world.Lines, line => line.Contains("will be retried", StringComparison.Ordinal)),
            StringComparison.Ordinal
        );
    }

    private static ResourceEvaluation Fail(string id, string problem) => new(id, Problem: problem);
}
