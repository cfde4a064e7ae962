using Advisor.Core.Fleet;
using Advisor.Web.Dashboard;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Advisor.Web.Shared;

/// <summary>Adds a link to the page after an answer: back to the resource that it was about, otherwise to the fleet.</summary>
internal static class WayBack
{
    /// <summary>Filter of endpoints that answer forms; pages with a navigation of their own stay as they are.</summary>
    public static async ValueTask<object?> AddAsync(
        ApiDependencies dependencies,
        EndpointFilterInvocationContext invocation,
        EndpointFilterDelegate next
    )
    {
        var answer = await next(invocation);
        var request = invocation.HttpContext.Request;
        if (
            dependencies.Dashboard == DashboardAccess.Off
            || !HttpMethods.IsPost(request.Method)
            || answer is not PageAnswer { LeadsOn: false } page
        )
        {
            return answer;
        }

        var context = new DashboardContext(dependencies);
        return FindResource(request) is { } id
            ? page.WithBack($"Back to {ResourceIds.GetName(id)}", context.CreateResourceAddress(id))
            : page.WithBack("Back to the fleet", context.Root);
    }

    // Of the form as the endpoint has read it, within its limits; none where it has read none.
    private static string? FindResource(HttpRequest request) =>
        request.HttpContext.Features.Get<IFormFeature>()?.Form is { } form
            ? new[] { form["id"].ToString(), form["resource"].ToString() }.FirstOrDefault(text =>
                text.StartsWith("/subscriptions/", StringComparison.OrdinalIgnoreCase)
            )
            : null;
}
