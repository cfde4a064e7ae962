using Advisor.Service.Series;
using Advisor.Service.Store.Rows;
using Advisor.Web.Dashboard;
using Advisor.Web.Fleet;
using Advisor.Web.Json;
using Advisor.Web.Resource;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web;

/// <summary>
/// Prepares a process for its first reader: makes the answers of the dashboard once, so that their code is compiled and the state is open.
/// </summary>
public static class ApiWarmUp
{
    // Enough for the code of a page and of a chart; a store that is slow or unreachable holds nothing up.
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    /// <remarks>A failed warm-up is ignored: the first reader waits longer.</remarks>
    public static async Task RunAsync(ApiDependencies dependencies, CancellationToken cancellation)
    {
        if (dependencies.Dashboard == DashboardAccess.Off)
        {
            return;
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(Timeout);
        try
        {
            await RunAsync(new DashboardContext(dependencies), limit.Token);
        }
        catch (Exception e) when (e is StateStoreException || (e is OperationCanceledException && !cancellation.IsCancellationRequested))
        { }
    }

    private static async Task RunAsync(DashboardContext context, CancellationToken cancellation)
    {
        var dependencies = context.Dependencies;
        await AnswerAsync(_ => DashboardRoutes.CreateFleetPageAsync(context, FleetQuery.Read(QueryCollection.Empty), cancellation));
        await AnswerAsync(request => FleetEndpoint.AnswerAsync(request, dependencies, cancellation));
        var state = await dependencies.GetStateAsync(cancellation);
        if ((await state.Evaluations.ListAsync(cancellation)) is not [var first, ..])
        {
            return;
        }

        await AnswerAsync(request => new ResourcePageRoutes(context).CreatePageAsync(request, first.ResourceId, cancellation));
        var day = new SeriesQuery(dependencies.Now.AddDays(-1), dependencies.Now, SeriesQuery.MaxPoints);
        if (await SeriesEndpoint.ReadAsync(state, first.ResourceId, day, cancellation) is { } series)
        {
            await AnswerAsync(request =>
                Task.FromResult(TaggedAnswer.Create(request, series, OverviewJson.Default.SeriesAnswer, isStored: false))
            );
        }
    }

    private static async Task AnswerAsync(Func<HttpRequest, Task<IResult>> answer)
    {
        var http = new DefaultHttpContext();
        await (await answer(http.Request)).ExecuteAsync(http);
    }
}
