using Microsoft.AspNetCore.Http;

namespace Advisor.HostStandIn;

/// <summary>Passes a request on unchanged, with its full path, and its answer back.</summary>
internal static class Forwarding
{
    private static readonly string[] HopByHop = ["Connection", "Keep-Alive", "Transfer-Encoding", "Upgrade", "Host"];

    public static HttpClient CreateClient() => new(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false });

    /// <param name="body">The request's body where it was read already; null = as it comes.</param>
    /// <exception cref="HttpRequestException">Nothing answers.</exception>
    public static async Task<HttpResponseMessage> SendAsync(HttpClient http, HttpContext context, Uri upstream, byte[]? body = null)
    {
        using var request = new HttpRequestMessage(
            new HttpMethod(context.Request.Method),
            new Uri(upstream, context.Request.Path.ToUriComponent() + context.Request.QueryString.ToUriComponent())
        );
        request.Content =
            body is { Length: > 0 } ? new ByteArrayContent(body)
            : body is null && context.Request.ContentLength > 0 ? new StreamContent(context.Request.Body)
            : null;
        foreach (var (name, values) in context.Request.Headers.Where(header => !HopByHop.Contains(header.Key)))
        {
            if (!request.Headers.TryAddWithoutValidation(name, (IEnumerable<string>)values!))
            {
                request.Content?.Headers.TryAddWithoutValidation(name, (IEnumerable<string>)values!);
            }
        }

        return await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, context.RequestAborted);
    }

    public static async Task AnswerAsync(HttpContext context, HttpResponseMessage answer)
    {
        Begin(context, answer);
        await answer.Content.CopyToAsync(context.Response.Body, context.RequestAborted);
    }

    /// <summary>Status, headers and the first half of the body, all on their way when this returns.</summary>
    public static async Task AnswerHalfAsync(HttpContext context, HttpResponseMessage answer)
    {
        Begin(context, answer);
        var body = await answer.Content.ReadAsByteArrayAsync();
        await context.Response.StartAsync();
        await context.Response.Body.WriteAsync(body.AsMemory(0, body.Length / 2));
        await context.Response.Body.FlushAsync();
    }

    private static void Begin(HttpContext context, HttpResponseMessage answer)
    {
        context.Response.StatusCode = (int)answer.StatusCode;
        foreach (var (name, values) in answer.Headers.Concat(answer.Content.Headers).Where(header => !HopByHop.Contains(header.Key)))
        {
            context.Response.Headers[name] = values.ToArray();
        }
    }
}
