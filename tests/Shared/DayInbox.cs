using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Advisor.Tests;

/// <summary>
/// The receivers of the day in tests/scenarios/day: a real HTTP server on loopback with a path for each channel that is posted to, and a
/// mail server, which keep what they are given. What a program needs to find them is in <see cref="Environment"/> and
/// <see cref="Configuration"/>.
/// </summary>
internal sealed partial class DayInbox : IAsyncDisposable
{
    private const string Mail = "live-mail";
    private const string Console = "markets-log";
    private const string Changed = "chat-room";
    private const string SigningKey = "a key of the test";

    private static readonly TimeSpan LatestOfChanged = TimeSpan.FromMinutes(10);

    private readonly TemporaryFolder folder = new();
    private readonly HttpListener listener;
    private readonly MailServer mails;
    private readonly ConcurrentQueue<DayMessage> messages = new();
    private readonly ConcurrentDictionary<string, string> incidents = new(StringComparer.Ordinal);
    private readonly SemaphoreSlim oneAtATime = new(1, 1);
    private readonly string address;
    private readonly Task serving;
    private int cuts;

    private DayInbox(HttpListener listener, string address)
    {
        (this.listener, this.address) = (listener, address);
        mails = new MailServer(taking: mail => TakeAsync(() => DayMessage.FromMail(Mail, mail)));
        Configuration = Path.Combine(folder.Path, "advisor.yaml");
        var text = File.ReadAllText(RepositoryFiles.GetPath("tests", "scenarios", "day", "advisor.yaml"));
        File.WriteAllText(
            Configuration,
            text.Replace("http://127.0.0.1:8025/", address, StringComparison.Ordinal)
                .Replace("port: 2525,", $"port: {mails.Port},", StringComparison.Ordinal)
        );
        serving = ServeAsync();
    }

    public static string Scenario => RepositoryFiles.GetPath("tests", "scenarios", "day", "day.json");

    /// <summary>The messages that must come, a line each, without the comments that explain them.</summary>
    public static IReadOnlyList<string> Expected =>
        [
            .. File.ReadAllLines(RepositoryFiles.GetPath("tests", "scenarios", "day", "messages.txt"))
                .Where(line => line.Length > 0 && line[0] != '#'),
        ];

    /// <summary>The configuration of the day with these receivers in it.</summary>
    public string Configuration { get; }

    /// <summary>The variables that the configuration's references name.</summary>
    public IReadOnlyDictionary<string, string> Environment =>
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["CHAT_ROOM"] = address + "chat-room",
            ["ROOMS_HOOK"] = address + "rooms-hook",
            ["ROOMS_PAGER_KEY"] = "the key of an integration",
            ["LIVE_ROOM"] = address + "live-room",
            ["MARKETS_HOOK"] = address + "markets-hook",
            ["MARKETS_KEY"] = SigningKey,
            ["OPS_HOOK"] = address + "ops-hook",
        };

    /// <summary>Everything that came, in order of arrival, repeats too.</summary>
    public IReadOnlyList<DayMessage> Messages => [.. messages];

    /// <summary>How often a message came again: by the same channel, under the same id, in the same words.</summary>
    public int Repeats => messages.Count - messages.Distinct().Count();

    /// <summary>
    /// What came, by channel and time: the form of <see cref="Expected"/>. Without repeats that can be recognised; any other stands there
    /// twice.
    /// </summary>
    public IReadOnlyList<string> Lines => [.. Sort(messages.Distinct()).Select(message => message.Line)];

    /// <summary>
    /// Called with each message before its sender gets an answer, one message at a time. False where the sender has ended meanwhile: then
    /// there is no answer, and what else it had on its way is lost.
    /// </summary>
    public Func<DayMessage, Task<bool>>? Arrived { get; set; }

    public static DayInbox Start()
    {
        var (server, prefix) = LoopbackListener.Start();
        return new DayInbox(server, prefix);
    }

    /// <summary>What is different from <see cref="Expected"/>; empty where nothing is.</summary>
    public static string DescribeDifference(IReadOnlyList<string> came) =>
        Expected.SequenceEqual(came, StringComparer.Ordinal)
            ? ""
            : string.Join(
                '\n',
                [
                    .. Expected.Except(came).Select(line => "missing: " + line),
                    .. came.Except(Expected).Select(line => "unexpected: " + line),
                    .. came.GroupBy(line => line).Where(same => same.Count() > 1).Select(same => "twice: " + same.Key),
                    "came:",
                    .. came,
                ]
            );

    /// <summary>
    /// The same where processes were killed. What comes must be what comes on a day without kills, with one exception: hot is the only
    /// resource that is changed in size. A change whose answer a kill swallowed is asked about three minutes later, which is at the next
    /// tick; its message then says so, and what waits for its end (an alert suppressed meanwhile, its repeats, the change back) is
    /// sent a tick later. So a message to chat-room may be up to <see cref="LatestOfChanged"/> later than on the other day, and the minutes
    /// in its words may differ; all else of it is the same.
    /// </summary>
    /// <param name="first">Time of day of the first kill: what comes before it comes as on a day without kills.</param>
    public string DescribeDifferenceAfterKills(TimeSpan first = default)
    {
        var expected = new Queue<string>(
            Expected.Where(line => line.StartsWith(Changed, StringComparison.Ordinal) && ReadTime(line) >= first)
        );
        return DescribeDifference([
            .. Sort(messages.Distinct())
                .Select(message =>
                    message.Channel == Changed
                    && message.At?.TimeOfDay >= first
                    && expected.TryPeek(out var line)
                    && IsSameButLater(line, message)
                        ? expected.Dequeue()
                        : message.Line
                ),
        ]);
    }

    /// <summary>Messages by channel and time; the ends of incidents, which have none, last.</summary>
    public static IEnumerable<DayMessage> Sort(IEnumerable<DayMessage> some) =>
        some.OrderBy(m => m.Channel, StringComparer.Ordinal)
            .ThenBy(m => m.At ?? DateTimeOffset.MaxValue)
            .ThenBy(m => m.Line, StringComparer.Ordinal);

    /// <summary>Takes in what a program wrote: the channel of type console.</summary>
    public void AddConsoleOutput(IReadOnlyList<string> output)
    {
        foreach (var message in DayMessage.FromConsole(Console, output))
        {
            messages.Enqueue(message);
        }
    }

    public async ValueTask DisposeAsync()
    {
        listener.Close();
        await serving;
        await mails.DisposeAsync();
        oneAtATime.Dispose();
        folder.Dispose();
    }

    private static bool IsSameButLater(string expected, DayMessage came)
    {
        var later = came.At!.Value.TimeOfDay - ReadTime(expected);
        return later >= TimeSpan.Zero
            && later <= LatestOfChanged
            && RemoveMinutes(expected[$"{Changed} | HH:mm ".Length..]) == RemoveMinutes(came.Words);
    }

    private static TimeSpan ReadTime(string line) =>
        TimeSpan.ParseExact(line.AsSpan($"{Changed} | ".Length, "HH:mm".Length), "hh\\:mm", CultureInfo.InvariantCulture);

    private static string RemoveMinutes(string text) => MinutesPattern().Replace(text, "some minutes");

    [GeneratedRegex("[0-9]+ minutes?", RegexOptions.None, 1000)]
    private static partial Regex MinutesPattern();

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
