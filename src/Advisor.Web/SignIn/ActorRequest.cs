using System.Text.Json;
using Advisor.Web.Json;
using Advisor.Web.Network;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.SignIn;

/// <summary>
/// A request by which a person acts. The name of a signed-in person is recorded; otherwise the field <c>by</c> of the body names the
/// person: not where sign-in is required, and where it is recorded only for a caller with a key.
/// </summary>
internal static class ActorRequest
{
    /// <param name="refusal">Answer to a person who has not signed in.</param>
    /// <param name="expected">Answer to a body without a name.</param>
    /// <param name="act">Acts for a person, with the body of the request.</param>
    public static async Task<IResult> RunAsync(
        HttpRequest request,
        ApiDependencies dependencies,
        string refusal,
        string expected,
        Func<JsonElement, string, Task<IResult>> act,
        CancellationToken cancellation
    )
    {
        var who = Principal.FindName(request, dependencies.SignIn);
        if (who is null && !MayNameItself(request, dependencies))
        {
            return ApiProblem.Create(StatusCodes.Status401Unauthorized, "SignInFirst", refusal);
        }

        var (body, unreadable) = await JsonBody.ReadAsync(request, cancellation);
        using (body)
        {
            return unreadable is not null ? unreadable
                : (who ?? JsonBody.ReadShortText(body!.RootElement, "by")) is { } by ? await act(body!.RootElement, by)
                : ApiProblem.CreateBadInput(expected);
        }
    }

    private static bool MayNameItself(HttpRequest request, ApiDependencies dependencies) =>
        dependencies.SignIn switch
        {
            SignInMode.Off => true,
            SignInMode.Record => dependencies.HostChecksKeys || NetworkGuard.HasProvenKey(request),
            _ => false,
        };
}
