using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Text.Json;

namespace Advisor.Tests;

/// <summary>
/// The receivers of the day in tests/scenarios/day: a real HTTP server on loopback with a path for each channel, which keeps what is posted. What a program
/// needs to find them is in <see cref="Environment"/>.
/// </summary>
internal sealed class DayInbox : IAsyncDisposable
{
    private static readonly string[] Channels = ["chat-hook", "rooms-hook", "rooms-pager", "live-hook", "markets-hook", "ops-hook"];

    private readonly HttpListener listener;
    private readonly ConcurrentQueue<DayMessage> messages = new();
    private readonly string address;
    private readonly Task serving;

    private DayInbox(HttpListener listener, string address)
    {
        (this.listener, this.address) = (listener, address);
        serving = ServeAsync();
    }

    public static string Scenario => RepositoryFiles.At("tests", "scenarios", "day", "day.json");

    public static string Configuration => RepositoryFiles.At("tests", "scenarios", "day", "advisor.yaml");

    /// <summary>The messages that must come, a line each, without the comments that explain them.</summary>
    public static IReadOnlyList<string> Expected =>
        [.. File.ReadAllLines(RepositoryFiles.At("tests", "scenarios", "day", "messages.txt")).Where(line => line.Length > 0 && line[0] != '#')];

    /// <summary>Everything that was posted, in order of arrival, repeats too.</summary>
    public IReadOnlyList<DayMessage> Messages => [.. messages];

    /// <summary>What came, by channel and time: the form of <see cref="Expected"/>. A message that came twice stands there twice.</summary>
    public IReadOnlyList<string> Lines =>
        [.. messages.OrderBy(m => m.Channel, StringComparer.Ordinal).ThenBy(m => m.At).ThenBy(m => m.Line, StringComparer.Ordinal).Select(m => m.Line)];

    /// <summary>What is missing, what is too much, and all that came, for a test that fails.</summary>
    public string Difference => string.Join(
        '\n', [.. Expected.Except(Lines).Select(line => "missing: " + line), .. Lines.Except(Expected).Select(line => "unexpected: " + line), "came:", .. Lines]);

    /// <summary>The variables that the configuration's references name.</summary>
    public IReadOnlyDictionary<string, string> Environment => Channels.ToDictionary(Variable, channel => address + channel, StringComparer.Ordinal);

    public static DayInbox Start()
    {
        for (var attempt = 0; ; attempt++)
        {
            var prefix = string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{Random.Shared.Next(20_000, 60_000)}/");
            var server = new HttpListener();
            server.Prefixes.Add(prefix);
            try
            {
                server.Start();
                return new DayInbox(server, prefix);
            }
            catch (HttpListenerException) when (attempt < 50)
            {
                server.Close();
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        listener.Close();
        await serving;
    }

    private static string Variable(string channel) => channel.Replace('-', '_').ToUpperInvariant();

    private async Task ServeAsync()
    {
        while (true)
        {
            HttpListenerContext context;
            try
            {
                context = await listener.GetContextAsync();
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
            {
                return;
            }

            using var reader = new StreamReader(context.Request.InputStream);
            messages.Enqueue(DayMessage.Read(context.Request.Url!.AbsolutePath.Trim('/'), await reader.ReadToEndAsync()));
            context.Response.Close();
        }
    }
}

/// <summary>One message as a channel got it.</summary>
/// <param name="EventId">Names the message: a repeat has the same.</param>
/// <param name="DedupKey">Names the incident.</param>
internal sealed record DayMessage(string Channel, string EventId, string DedupKey, DateTimeOffset At, string Line)
{
    public static DayMessage Read(string channel, string body)
    {
        using var document = JsonDocument.Parse(body);
        var (root, data) = (document.RootElement, document.RootElement.GetProperty("data"));
        string Text(string name) => data.GetProperty(name).GetString()!;
        var at = data.GetProperty("at").GetDateTimeOffset();
        var line = string.Create(CultureInfo.InvariantCulture, $"{channel} | {at:HH:mm} {Text("severity")} {Text("kind")} | {Text("title")} | {Text("text")}");
        return new DayMessage(channel, root.GetProperty("id").GetString()!, Text("dedupKey"), at, line);
    }
}
