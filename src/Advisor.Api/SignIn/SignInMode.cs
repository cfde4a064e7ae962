namespace Advisor.Api.SignIn;

/// <summary>How far the app relies on App Service authentication in front of it.</summary>
public enum SignInMode
{
    /// <summary>There is none: its headers are not looked at, since anybody could have sent them.</summary>
    Off,

    /// <summary>It is on: who answers is recorded where they have signed in.</summary>
    Record,

    /// <summary>It is on, and only who has signed in may answer.</summary>
    Require,
}
