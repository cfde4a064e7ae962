using Advisor.Functions.Invocations;
using Advisor.Runtime.State;

namespace Advisor.Functions.Http;

/// <summary>What people and programs read over HTTP. The host checks the key of <c>/api</c> and lets everybody to <c>/open</c>.</summary>
internal static class ApiRoutes
{
    public static void MapApi(this WebApplication app)
    {
        var api = app.MapGroup("/api").AddEndpointFilter(FailuresAsAnswersAsync);
        api.MapGet("/resources", ResourceAnswers.ListAsync);
        api.MapGet("/resources/{**id}", ResourceAnswers.OneAsync);
        api.MapGet("/history", HistoryAnswers.DecisionsAsync);
        api.MapGet("/changes", HistoryAnswers.ChangesAsync);
        app.Map("/api/{**path}", (string path) => Refusal.Of(404, "NotFound", $"There is no /api/{FunctionRoutes.OneLine(path)}."));
        app.MapMethods("/open/health", [HttpMethods.Get, HttpMethods.Head], Health.AnswerAsync);
        app.Map("/open/{**path}", () => Refusal.Of(404, "NotFound", "There is no such page."));
    }

    private static async ValueTask<object?> FailuresAsAnswersAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        context.HttpContext.Response.Headers.CacheControl = "no-store";
        try
        {
            return await next(context);
        }
        catch (StateStoreException e)
        {
            return e.IsTransient
                ? Refusal.Of(503, "StateUnreachable", "The state cannot be reached at the moment; try again.")
                : Refusal.Of(500, e.Code, FunctionRoutes.OneLine(e.Message));
        }
    }
}
