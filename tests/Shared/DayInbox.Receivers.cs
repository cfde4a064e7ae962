using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Advisor.Tests;

/// <content>What takes mails and webhooks.</content>
internal sealed partial class DayInbox
{
    private async Task<bool> TakeAsync(Func<DayMessage> read)
    {
        var before = Volatile.Read(ref cuts);
        await oneAtATime.WaitAsync();
        try
        {
            if (before != cuts)
            {
                return false;
            }

            var message = read();
            messages.Enqueue(message);
            if (Arrived is { } arrived && !await arrived(message))
            {
                cuts++;
                return false;
            }

            return true;
        }
        finally
        {
            oneAtATime.Release();
        }
    }

    private async Task ServeAsync()
    {
        var next = listener.GetContextAsync();
        while (true)
        {
            try
            {
                var context = await next;
                next = listener.GetContextAsync();
                using var reader = new StreamReader(context.Request.InputStream, Encoding.UTF8);
                var body = await reader.ReadToEndAsync();
                if (await TakeAsync(() => Read(context.Request, body)))
                {
                    await AnswerAsync(context);
                    continue;
                }

                context.Response.Abort();
                for (; next.IsCompletedSuccessfully; next = listener.GetContextAsync())
                {
                    (await next).Response.Abort();
                }
            }
            catch (Exception e) when (e is HttpListenerException or IOException or ObjectDisposedException or InvalidOperationException)
            {
                // The sender went away, or this ends.
                if (!listener.IsListening)
                {
                    return;
                }
            }
        }
    }

    // As each of the services answers.
    private static async Task AnswerAsync(HttpListenerContext context)
    {
        var path = context.Request.Url!.AbsolutePath;
        context.Response.StatusCode = path == "/rooms-pager" ? 202 : 200;
        await context.Response.OutputStream.WriteAsync(
            Encoding.UTF8.GetBytes(
                path == "/live-room" ? "ok"
                : path == "/rooms-pager" ? "{\"status\":\"success\"}"
                : ""
            )
        );
        context.Response.Close();
    }

    private DayMessage Read(HttpListenerRequest request, string body)
    {
        using var document = JsonDocument.Parse(body);
        var channel = request.Url!.AbsolutePath.Trim('/');
        switch (channel)
        {
            case "chat-room":
                return DayMessage.FromTeams(channel, document.RootElement);
            case "live-room":
                return DayMessage.FromSlack(channel, document.RootElement);
            case "rooms-pager":
                var incident = DayMessage.FromPagerDuty(channel, document.RootElement, key => incidents.GetValueOrDefault(key));
                if (document.RootElement.TryGetProperty("payload", out var payload))
                {
                    incidents[document.RootElement.GetProperty("dedup_key").GetString()!] = payload.GetProperty("summary").GetString()!;
                }

                return incident;
            default:
                var message = DayMessage.FromWebhook(channel, document.RootElement);
                return channel != "markets-hook" || IsSigned(request, body)
                    ? message
                    : message with
                    {
                        Words = message.Words + " | not signed",
                    };
        }
    }

    private static bool IsSigned(HttpListenerRequest request, string body)
    {
        var signed = $"{request.Headers["webhook-id"]}.{request.Headers["webhook-timestamp"]}.{body}";
        return request.Headers["webhook-signature"]
            == "v1," + Convert.ToBase64String(HMACSHA256.HashData(Encoding.UTF8.GetBytes(SigningKey), Encoding.UTF8.GetBytes(signed)));
    }
}
