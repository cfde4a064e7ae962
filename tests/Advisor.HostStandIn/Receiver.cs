using System.Collections.Concurrent;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Advisor.HostStandIn;

/// <summary>A message that came to a receiver, whatever it was answered with.</summary>
/// <param name="Channel">The path that it was sent to, without the slash.</param>
/// <param name="Body">As it was sent.</param>
/// <param name="At">The time by the receiver's clock.</param>
public sealed record ReceivedPost(string Channel, string Body, DateTimeOffset At)
{
    /// <summary>The body, which is JSON whatever the type of the channel.</summary>
    public JsonElement Json { get; } = JsonDocument.Parse(Body).RootElement;

    /// <summary>The id of the event; null where the type of the channel sends none.</summary>
    public string? EventId => Json.TryGetProperty("id", out var id) ? id.GetString() : null;
}

/// <summary>A receiver of messages over HTTP that keeps the identity of each, and answers as it was told; each path is a channel.</summary>
public sealed class Receiver : IAsyncDisposable
{
    private readonly WebApplication web;
    private readonly ConcurrentQueue<string> ids = new();
    private readonly ConcurrentQueue<JsonElement> bodies = new();
    private readonly ConcurrentQueue<ReceivedPost> posts = new();
    private readonly ConcurrentDictionary<string, ConcurrentQueue<RequestDelegate>> answers = new(StringComparer.Ordinal);

    private Receiver(WebApplication web) => this.web = web;

    public Uri Address => FindAddress("hook");

    /// <summary>Gives the times of messages.</summary>
    public TimeProvider Clock { get; set; } = TimeProvider.System;

    /// <summary>The key of each message that was taken, in the order of arrival, repeated ones again.</summary>
    public IReadOnlyCollection<string> Ids => ids;

    /// <summary>The same messages, whole.</summary>
    public IReadOnlyCollection<JsonElement> Bodies => bodies;

    /// <summary>All messages, those that were not taken too.</summary>
    public IReadOnlyCollection<ReceivedPost> Posts => posts;

    /// <summary>How long it takes to answer what it has received; default at once.</summary>
    public TimeSpan AnswersAfter { get; set; }

    /// <summary>What it answers to messages that it takes: as Slack does, unless it is set.</summary>
    public RequestDelegate TakenAnswer { get; set; } = Answers.Status(StatusCodes.Status200OK, "ok");

    public int Repeats => ids.Count - ids.Distinct().Count();

    public void Clear()
    {
        ids.Clear();
        bodies.Clear();
        posts.Clear();
    }

    public static async Task<Receiver> StartAsync(CancellationToken cancellation)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var receiver = new Receiver(builder.Build());
        receiver.web.MapPost("/{channel}", receiver.TakeAsync);
        await receiver.web.StartAsync(cancellation);
        return receiver;
    }

    /// <summary>The address of one of its channels.</summary>
    public Uri FindAddress(string channel) => new(new Uri(web.Urls.First()), "/" + channel);

    /// <summary>Answers the next messages to a channel in this way, one each, and takes none of them.</summary>
    public void AnswerNext(string channel, params IEnumerable<RequestDelegate> next)
    {
        var queue = answers.GetOrAdd(channel, _ => new ConcurrentQueue<RequestDelegate>());
        foreach (var answer in next)
        {
            queue.Enqueue(answer);
        }
    }

    /// <summary>Takes messages again.</summary>
    public void Recover(string channel) => answers.TryRemove(channel, out _);

    public async ValueTask DisposeAsync() => await web.DisposeAsync();

    private async Task TakeAsync(HttpContext http)
    {
        using var reader = new StreamReader(http.Request.Body, Encoding.UTF8);
        var channel = (string)http.Request.RouteValues["channel"]!;
        var post = new ReceivedPost(channel, await reader.ReadToEndAsync(http.RequestAborted), Clock.GetUtcNow());
        posts.Enqueue(post);
        if (answers.TryGetValue(channel, out var waiting) && waiting.TryDequeue(out var answer))
        {
            await answer(http);
            return;
        }

        bodies.Enqueue(post.Json);
        if (post.EventId is { } id)
        {
            ids.Enqueue(id);
        }

        await Task.Delay(AnswersAfter, http.RequestAborted);
        await TakenAnswer(http);
    }
}
