using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Tests.Notifications.Channels;

public sealed class DeliveryLimitsTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void All_attempts_for_a_message_together_end_before_another_process_may_send_it(bool isMail)
    {
        var limits = new DeliveryLimits();

        // Of a mail: 10 s for each of three sign-ins, 75 s for the answer to the mail, after which there is no further attempt, and at most
        // twice the waits of 1 s and 2 s by jitter: 111 s. Of a request: three attempts of 10 s, and two waits of 20 s: 70 s.
        var attempts = (limits.Retries + 1) * limits.AttemptTimeout;
        var all = isMail
            ? attempts + limits.MailTimeout + (2 * (limits.FirstDelay + (2 * limits.FirstDelay)))
            : attempts + (limits.Retries * limits.MaxRetryAfter);

        Assert.Equal(TimeSpan.FromSeconds(isMail ? 111 : 70), all);
        Assert.True(all < NotificationDelivery.DeliveryTimeout);
    }
}
