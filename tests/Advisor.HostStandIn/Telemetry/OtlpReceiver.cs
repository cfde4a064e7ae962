using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.HostStandIn.Telemetry;

/// <summary>One measured number of one series: a data point with what names it.</summary>
/// <param name="Kind">gauge, sum or histogram.</param>
/// <param name="Instance">The process that sends.</param>
/// <param name="Count">Of a sum its value, of a histogram the number of its values.</param>
public sealed record MetricPoint(
    string Instance,
    string Scope,
    string Name,
    string Unit,
    string Kind,
    IReadOnlyDictionary<string, string> Tags,
    ulong Count
);

public sealed record Span(string Scope, string Name, string Id, string Parent, IReadOnlyDictionary<string, string> Tags);

/// <summary>
/// Takes what an OTLP exporter posts by HTTP, on this machine, and what goes to Application Insights; keeps the bytes and reads them on
/// demand.
/// </summary>
public sealed class OtlpReceiver : IAsyncDisposable
{
    private readonly WebApplication app;

    private OtlpReceiver(WebApplication app) => this.app = app;

    public Uri Address { get; private set; } = null!;

    /// <summary>Every request so far: metrics, traces or logs; track for Application Insights.</summary>
    public ConcurrentQueue<(string Signal, byte[] Body)> Requests { get; } = new();

    /// <summary>Status that telemetry is refused with; null = it is taken.</summary>
    public int? Refusal { get; set; }

    /// <summary>All other requests: addresses with their queries. They are answered 403.</summary>
    public ConcurrentQueue<string> Others { get; } = new();

    public IReadOnlyList<MetricPoint> Metrics =>
        [
            .. from resource in ListBodies("metrics")
            from scope in resource.ReadMessages(2)
            from metric in scope.ReadMessages(2)
            from form in new[] { ("gauge", 5, 7), ("sum", 7, 7), ("histogram", 9, 9) }
            from data in metric.ReadMessages(form.Item2)
            from point in data.ReadMessages(1)
            select new MetricPoint(
                resource.ReadMessage(1)!.ReadAttributes(1)["service.instance.id"],
                scope.ReadMessage(1)!.ReadText(1),
                metric.ReadText(1),
                metric.ReadText(3),
                form.Item1,
                point.ReadAttributes(form.Item3),
                point.ReadNumber(form.Item1 == "histogram" ? 4 : 6)
            ),
        ];

    public IReadOnlyList<Span> Spans =>
        [
            .. from resource in ListBodies("traces")
            from scope in resource.ReadMessages(2)
            from span in scope.ReadMessages(2)
            select new Span(
                scope.ReadMessage(1)!.ReadText(1),
                span.ReadText(5),
                FormatHex(span, 2),
                FormatHex(span, 4),
                span.ReadAttributes(9)
            ),
        ];

    public IReadOnlyList<string> Logs =>
        [
            .. from resource in ListBodies("logs")
            from scope in resource.ReadMessages(2)
            from record in scope.ReadMessages(2)
            select record.ReadMessage(5)?.ReadText(1) ?? "",
        ];

    /// <summary>The attributes of the resource that sends.</summary>
    public IReadOnlyDictionary<string, string> Resource => ListBodies("metrics").First().ReadMessage(1)!.ReadAttributes(1);

    public static async Task<OtlpReceiver> StartAsync(CancellationToken cancellation)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        var receiver = new OtlpReceiver(builder.Build());
        receiver.app.Urls.Add("http://127.0.0.1:0");
        receiver.app.MapPost("/v1/{signal}", receiver.TakeAsync);
        receiver.app.MapPost("/v2.1/track", receiver.TakeItemsAsync);
        receiver.app.MapFallback(receiver.Refuse);
        await receiver.app.StartAsync(cancellation);
        receiver.Address = new Uri(
            receiver.app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single()
        );
        return receiver;
    }

    public ValueTask DisposeAsync() => app.DisposeAsync();

    private async Task<IResult> TakeAsync(string signal, HttpRequest request)
    {
        using var body = new MemoryStream();
        await request.Body.CopyToAsync(body);
        Requests.Enqueue((signal, body.ToArray()));
        return Refusal is { } status ? Results.StatusCode(status) : Results.Ok();
    }

    private async Task<IResult> TakeItemsAsync(HttpRequest request)
    {
        var answer = await TakeAsync("track", request);
        return Refusal is not null ? answer : Results.Text("""{"itemsReceived":1,"itemsAccepted":1,"errors":[]}""", "application/json");
    }

    private IResult Refuse(HttpRequest request)
    {
        Others.Enqueue(request.Path + request.QueryString);
        return Results.StatusCode(StatusCodes.Status403Forbidden);
    }

    private IEnumerable<ProtoMessage> ListBodies(string signal) =>
        Requests.Where(request => request.Signal == signal).SelectMany(request => new ProtoMessage(request.Body).ReadMessages(1));

    private static string FormatHex(ProtoMessage message, int field) => Convert.ToHexStringLower(message.ReadBytes(field).Span);
}
