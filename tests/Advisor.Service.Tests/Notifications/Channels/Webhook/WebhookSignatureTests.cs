using Advisor.Service.Notifications.Channels.Webhook;

namespace Advisor.Service.Tests.Notifications.Channels.Webhook;

public sealed class WebhookSignatureTests
{
    [Fact]
    public void The_signature_is_that_of_the_convention()
    {
        var at = DateTimeOffset.FromUnixTimeSeconds(1614265330);

        // The example of the Standard Webhooks libraries: this secret, id, time and body.
        var headers = WebhookSignature.CreateHeaders(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            at,
            "{\"test\": 2432232314}"u8
        );

        Assert.Equal(
            [
                new("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
                new("webhook-timestamp", "1614265330"),
                new("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
            ],
            headers
        );
    }

    [Fact]
    public void Another_body_another_time_another_id_or_another_secret_is_another_signature()
    {
        var at = DateTimeOffset.UnixEpoch;
        string[] signatures =
        [
            ReadHeader("s", "1", at, "a"),
            ReadHeader("s", "1", at, "b"),
            ReadHeader("s", "1", at.AddSeconds(1), "a"),
            ReadHeader("s", "2", at, "a"),
            ReadHeader("t", "1", at, "a"),
        ];

        Assert.Equal(signatures.Length, signatures.Distinct().Count());
    }

    private static string ReadHeader(string secret, string id, DateTimeOffset at, string body) =>
        WebhookSignature.CreateHeaders(secret, id, at, System.Text.Encoding.UTF8.GetBytes(body))[2].Value;
}
