using Microsoft.AspNetCore.Builder;

namespace Advisor.Web;

/// <summary>
/// Marks every answer, also an error and that of an unknown address, as what its type states: a browser must not run text from outside as
/// a page.
/// </summary>
public static class NoSniff
{
    public static void UseNoSniff(this IApplicationBuilder app) =>
        app.Use(
            (context, next) =>
            {
                context.Response.Headers.XContentTypeOptions = "nosniff";
                return next(context);
            }
        );
}
