using System.Collections.Concurrent;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.Functions.Tests.Secrets;

/// <summary>
/// A receiver that complains and repeats what it was sent, piece by piece, so that every part of a request comes first in an answer once: the address, each
/// header, each word of the body. Its status is the first part of the path: /400/..., /503/..., /200/...
/// </summary>
internal sealed class RepeatingReceiver : IAsyncDisposable
{
    private readonly WebApplication app;

    private RepeatingReceiver(WebApplication app) => this.app = app;

    public Uri Address => new(app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single());

    /// <summary>All requests, whole: address, headers, body.</summary>
    public ConcurrentQueue<string> Requests { get; } = new();

    public static async Task<RepeatingReceiver> StartAsync(CancellationToken cancellation)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var receiver = new RepeatingReceiver(builder.Build());
        receiver.app.Run(receiver.AnswerAsync);
        await receiver.app.StartAsync(cancellation);
        return receiver;
    }

    public ValueTask DisposeAsync() => app.DisposeAsync();

    private async Task AnswerAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body, Encoding.UTF8);
        var body = await reader.ReadToEndAsync(context.RequestAborted);
        var address = context.Request.Path.ToUriComponent() + context.Request.QueryString.ToUriComponent();
        var headers = context.Request.Headers.SelectMany(header => header.Value).OfType<string>();
        Requests.Enqueue($"{address}\n{string.Join('\n', headers)}\n{body}");
        string[] pieces = [address, .. headers, .. body.Split('"', StringSplitOptions.RemoveEmptyEntries).Where(piece => piece.Length > 20)];
        context.Response.StatusCode = int.Parse(context.Request.Path.Value!.Split('/')[1], System.Globalization.CultureInfo.InvariantCulture);
        await context.Response.WriteAsync($"no {pieces[Requests.Count % pieces.Length]} here: {string.Join(' ', pieces.Where(piece => piece.Contains("t=", StringComparison.Ordinal) || piece.Contains("S3CR3T", StringComparison.Ordinal)))}");
    }
}
