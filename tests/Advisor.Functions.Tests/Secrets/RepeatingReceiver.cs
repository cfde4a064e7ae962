using System.Collections.Concurrent;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace Advisor.Functions.Tests.Secrets;

/// <summary>
/// A receiver that complains and repeats what it was sent, piece by piece, so that every part of a request comes first in an answer once:
/// the address, each header, each word of the body. Its status is the first part of the path: /400/..., /503/..., /200/...
/// </summary>
internal sealed class RepeatingReceiver : IAsyncDisposable
{
    private LoopbackWeb web = null!;

    private RepeatingReceiver() { }

    public Uri Address => web.Address;

    /// <summary>All requests, whole: address, headers, body.</summary>
    public ConcurrentQueue<string> Requests { get; } = new();

    public static async Task<RepeatingReceiver> StartAsync(CancellationToken cancellation)
    {
        var receiver = new RepeatingReceiver();
        receiver.web = await LoopbackWeb.StartAsync(receiver.AnswerAsync, cancellation);
        return receiver;
    }

    public ValueTask DisposeAsync() => web.DisposeAsync();

    private async Task AnswerAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body, Encoding.UTF8);
        var body = await reader.ReadToEndAsync(context.RequestAborted);
        var address = context.Request.Path.ToUriComponent() + context.Request.QueryString.ToUriComponent();
        var headers = context.Request.Headers.SelectMany(header => header.Value).OfType<string>();
        Requests.Enqueue($"{address}\n{string.Join('\n', headers)}\n{body}");
        string[] pieces =
        [
            address,
            .. headers,
            .. body.Split('"', StringSplitOptions.RemoveEmptyEntries).Where(piece => piece.Length > 20),
        ];
        context.Response.StatusCode = int.Parse(context.Request.Path.Value!.Split('/')[1]);
        var secrets = pieces.Where(piece =>
            piece.Contains("t=", StringComparison.Ordinal) || piece.Contains("S3CR3T", StringComparison.Ordinal)
        );
        await context.Response.WriteAsync($"no {pieces[Requests.Count % pieces.Length]} here: {string.Join(' ', secrets)}");
    }
}
