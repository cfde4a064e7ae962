using Advisor.Configuration;
using Advisor.Web.Dashboard;
using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Network;

/// <summary>Who may use a program that listens on other addresses than those of its own machine.</summary>
public sealed record NetworkAccess
{
    /// <summary>Keys of programs; null = none opens anything.</summary>
    public ApiKeys? Keys { get; init; }

    /// <summary>Trust placed in the sign-in headers of the proxy in front.</summary>
    public SignInMode SignIn { get; init; }

    /// <summary>Whether callers without key and sign-in may read. They may never act.</summary>
    public bool AllowsAnonymous { get; init; }

    /// <summary>Public origin, such as <c>https://advisor.example.com</c>; null = not known.</summary>
    public Uri? Address { get; init; }

    /// <summary>Whether nobody at all could use it.</summary>
    public bool IsClosed => Keys is null && SignIn == SignInMode.Off && !AllowsAnonymous;

    /// <summary>Access to the fleet pages. A browser sends no key, so keys alone open none.</summary>
    public DashboardAccess Dashboard =>
        AllowsAnonymous ? DashboardAccess.ReadOnly
        : SignIn != SignInMode.Off ? DashboardAccess.SignedIn
        : DashboardAccess.Off;

    /// <summary>Who may do what, as the end of a sentence of the start.</summary>
    public string Description
    {
        get
        {
            // Where sign-in is required, only a person acts: a key reads.
            var (hasKeys, isRequired) = (Keys is not null, SignIn == SignInMode.Require);
            var acting =
                SignIn == SignInMode.Off ? (hasKeys ? "programs with a key" : "no one")
                : hasKeys && !isRequired ? "programs with a key and signed-in people"
                : "signed-in people";
            return AllowsAnonymous ? $"anyone who reaches it may read; {acting} may act"
                : hasKeys && isRequired ? $"for programs with a key, which may only read, and {acting}"
                : $"for {acting}";
        }
    }

    /// <summary>
    /// Whether a host name cannot be one that a page of another site has pointed here (DNS rebinding): an address, this machine, the public
    /// host, or a name that public DNS does not have.
    /// </summary>
    internal bool IsOwnHost(HostString host)
    {
        var name = host.Host;
        return name.Length > 0
            && (
                HostName.IsLoopback(name)
                || Uri.CheckHostName(name) is UriHostNameType.IPv4 or UriHostNameType.IPv6
                || !name.Contains('.', StringComparison.Ordinal)
                || PrivateDomains.Any(domain => name.EndsWith(domain, StringComparison.OrdinalIgnoreCase))
                || string.Equals(name, Address?.Host, StringComparison.OrdinalIgnoreCase)
            );
    }

    // Reserved, or never delegated: RFC 6762, ICANN's resolution of 2024 on .internal, and the names of Kubernetes services.
    private static readonly string[] PrivateDomains = [".local", ".internal", ".svc"];
}
