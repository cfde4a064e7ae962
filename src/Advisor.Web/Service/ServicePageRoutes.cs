using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Web.Dashboard;
using Advisor.Web.Shared;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web.Service;

/// <summary>The page of Advisor itself, with the forms to resume applying and to send a dead-lettered message again.</summary>
internal sealed class ServicePageRoutes(DashboardContext context)
{
    private string ResumePath => context.ServicePath + "/resume";

    private string ResendPath => context.ServicePath + "/resend";

    private DateTimeOffset Now => context.Dependencies.Now;

    public void Map(IEndpointRouteBuilder pages)
    {
        pages.MapMethods("/service", ApiRoutes.Reading, ShowAsync);
        pages.MapPost("/service/resume", ResumeAsync);
        pages.MapPost("/service/resend", ResendAsync);
    }

    private async Task<IResult> ShowAsync(HttpRequest request, CancellationToken cancellation)
    {
        var status = await ServiceEndpoint.ReadAsync(context.Dependencies, cancellation);
        var who = context.FindName(request);
        return PageAnswer.Render<ServicePage, ServiceView>(
            StatusCodes.Status200OK,
            context.CreateFrame("Service", context.ServicePath, "live.js"),
            ServicePages.BuildView(
                status,
                status.Stop is null ? null : context.CreateForm(ResumePath, who),
                who,
                message => context.CreateForm(ResendPath, who, KeyValuePair.Create("id", message.Id)),
                Now
            )
        );
    }

    private async Task<IResult> ResumeAsync(HttpRequest request, CancellationToken cancellation)
    {
        var (form, by, refused) = await context.ReadFormAsync(request, context.ServicePath, cancellation);
        if (form is null)
        {
            return refused!;
        }

        var (reason, noReason) = DashboardContext.ReadReason(form);
        return noReason is not null ? noReason
            : await new Resumption(await context.Dependencies.GetStateAsync(cancellation)).RunAsync(by, reason, Now, CancellationToken.None)
                is not null
                ? InfoPages.Create(StatusCodes.Status200OK, "Changes resumed", "The next tick applies what the modes permit.")
            : InfoPages.Create(
                StatusCodes.Status409Conflict,
                "Changes are not stopped",
                "There is nothing to resume, or someone has just resumed changes."
            );
    }

    private async Task<IResult> ResendAsync(HttpRequest request, CancellationToken cancellation)
    {
        var (form, by, refused) = await context.ReadFormAsync(request, context.ServicePath, cancellation);
        if (form is null)
        {
            return refused!;
        }

        var resend = new DeadLetterResend(await context.Dependencies.GetStateAsync(cancellation));
        var (status, title, text) = (await resend.RunAsync(form["id"].ToString(), by, Now, CancellationToken.None)).State switch
        {
            ResendState.Resent => (StatusCodes.Status200OK, "Sent again", "The next tick sends the message."),
            ResendState.AlreadyDone => (StatusCodes.Status409Conflict, "Already handled", "This message has already been handled."),
            ResendState.Unreadable => (
                StatusCodes.Status409Conflict,
                "Not sent",
                "The message cannot be read, or it was too long to be stored in full."
            ),
            _ => (StatusCodes.Status404NotFound, "Not sent", "The dead-letter queue has no such message."),
        };
        return InfoPages.Create(status, title, text);
    }
}
